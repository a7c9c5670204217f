import { readSearch } from '../../lib/search-state.ts';
import { SALES_SEARCH, salesOn } from './search.ts';

/** Answers of the sales procedures, in the database's format. For tests only. */

/** All sales, in the first order. */
export const EVERYTHING = salesOn('2026-11-21', readSearch(SALES_SEARCH, '?range=all'));

const CUSTOMER = {
  id: '00000000-0000-4000-8000-00000000000c',
  name: 'Ana Diaz',
  email: 'ana@acme.example',
  company: 'Acme',
};

const BASE = {
  saleDate: '2026-11-20',
  productName: 'Accelerate Pro',
  billingFrequency: 'monthly',
  amountCents: 320_000,
  commissionCents: 25_600,
  isCancelled: false,
  cancelledAt: null as string | null,
  commissionGroup: 'pending',
  customer: CUSTOMER as typeof CUSTOMER | null,
};

export function saleId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function saleRow(number: number, changes: Partial<typeof BASE> = {}) {
  return { ...BASE, id: saleId(number), ...changes };
}

export function tablePage(rows: readonly ReturnType<typeof saleRow>[], nextAfter: string | null = null) {
  return { rows, hasMore: nextAfter !== null, nextAfter };
}

const SUMS = {
  salesCount: 2,
  activeCount: 1,
  salesCents: 509_500,
  netSalesCents: 320_000,
  commissionCents: 40_760,
  netCommissionCents: 25_600,
};
const NONE = {
  salesCount: 0,
  activeCount: 0,
  salesCents: 0,
  netSalesCents: 0,
  commissionCents: 0,
  netCommissionCents: 0,
};

/** Two sales: one pending, one cancelled. */
export const dashboardRow = {
  pendingDays: 30,
  today: '2026-11-21',
  totals: {
    ...SUMS,
    earnedCents: 0,
    pendingCents: 25_600,
    clawbackCents: 0,
    cancelledCents: 15_160,
    clawedBackCents: 15_160,
    earnedCount: 0,
    pendingCount: 1,
    clawbackCount: 0,
    cancelledCount: 1,
  },
  series: {
    step: 'month',
    from: '2026-10-01' as string | null,
    to: '2026-11-21' as string | null,
    points: [
      { startsOn: '2026-10-01', ...NONE },
      { startsOn: '2026-11-01', ...SUMS },
    ],
  },
  byProduct: [{ productName: 'Accelerate Pro', ...SUMS }],
  byBillingFrequency: [{ billingFrequency: 'monthly', ...SUMS }],
  products: ['Accelerate Pro', 'Moonshot'],
  allSalesCount: 2,
  allActiveCount: 1,
  allClawbackCount: 0,
  allSalesCents: 509_500,
};

/** An answer without matching sales. `all` is the number of sales without a filter. */
export function emptyDashboardRow(all: number) {
  return {
    ...dashboardRow,
    totals: {
      ...NONE,
      earnedCents: 0,
      pendingCents: 0,
      clawbackCents: 0,
      cancelledCents: 0,
      clawedBackCents: 0,
      earnedCount: 0,
      pendingCount: 0,
      clawbackCount: 0,
      cancelledCount: 0,
    },
    series: { step: 'month', from: null, to: null, points: [] },
    byProduct: [],
    byBillingFrequency: [],
    products: all === 0 ? [] : dashboardRow.products,
    allSalesCount: all,
  };
}
