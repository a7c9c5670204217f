import type { SalesSums } from '@corvane/shared/contracts/backend/sales/sales-dashboard';

export interface LabeledSums extends SalesSums {
  label: string;
}

/** The most bars that people can read at a glance. */
export const DRAWN_AT_MOST = 6;

/** The largest products by name, and the rest in one bar. The bars still add up to the total. */
export function foldedProducts(products: readonly (SalesSums & { productName: string })[]): LabeledSums[] {
  const labeled = products.map((sums) => ({ ...sums, label: sums.productName }));
  if (labeled.length <= DRAWN_AT_MOST) return labeled;
  const others = labeled.slice(DRAWN_AT_MOST - 1);
  return [...labeled.slice(0, DRAWN_AT_MOST - 1), { ...addedUp(others), label: `${others.length} others` }];
}

function addedUp(all: readonly SalesSums[]): SalesSums {
  const sum = (key: keyof SalesSums) => all.reduce((total, sums) => total + sums[key], 0);
  return {
    salesCount: sum('salesCount'),
    activeCount: sum('activeCount'),
    salesCents: sum('salesCents'),
    netSalesCents: sum('netSalesCents'),
    commissionCents: sum('commissionCents'),
    netCommissionCents: sum('netCommissionCents'),
  };
}
