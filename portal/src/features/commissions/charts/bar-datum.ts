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
