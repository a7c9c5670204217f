import type { SalesSums } from '@corvane/shared/contracts/backend/sales/sales-dashboard';

/** What a bar measures. Dollars, not cents, because the axis shows dollars. */
export type BarUnit = 'dollars' | 'count';

/** One bar. The remaining part is filled and the cancelled part is hatched, so they differ without color. */
export interface BarDatum {
  label: string;
  kept: number;
  cancelled: number;
  unit: BarUnit;
  /** The bar covers less time than its label says. It is paler, with a broken outline. */
  isPartial: boolean;
}

export type Measure = 'sales' | 'commission' | 'count';

export function barOf(label: string, sums: SalesSums, measure: Measure): BarDatum {
  const [all, kept] = {
    sales: [sums.salesCents / 100, sums.netSalesCents / 100],
    commission: [sums.commissionCents / 100, sums.netCommissionCents / 100],
    count: [sums.salesCount, sums.activeCount],
  }[measure] as [number, number];
  const cancelled = measure === 'count' ? all - kept : Math.round((all - kept) * 100) / 100;
  return { label, kept, cancelled, unit: measure === 'count' ? 'count' : 'dollars', isPartial: false };
}

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

const BAR_PX = 34;
const AXIS_PX = 30;

/** The height of horizontal bars with their axis. */
export const groupBarsPx = (count: number) => count * BAR_PX + AXIS_PX;
