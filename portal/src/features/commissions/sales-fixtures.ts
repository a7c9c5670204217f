/** Answers of the sales procedures, in the database's format. For tests only. */

const CUSTOMER = {
  id: '00000000-0000-4000-8000-00000000000c',
  name: 'Ana Diaz',
  email: 'ana@acme.example',
  company: 'Acme',
};

const BASE = {
  sale_date: '2026-11-20',
  product_name: 'Accelerate Pro',
  billing_frequency: 'monthly',
  sale_amount: 320_000,
  commission: 25_600,
  is_cancelled: false,
  cancelled_at: null as string | null,
  commission_group: 'pending',
  customer: CUSTOMER as typeof CUSTOMER | null,
};

export function saleId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function saleRow(number: number, changes: Partial<typeof BASE> = {}) {
  return { ...BASE, id: saleId(number), ...changes };
}

export function tablePage(rows: readonly ReturnType<typeof saleRow>[], nextAfter: string | null = null) {
  return { rows, has_more: nextAfter !== null, next_after: nextAfter };
}

const SUMS = {
  sales_count: 2,
  active_count: 1,
  sales_cents: 509_500,
  net_sales_cents: 320_000,
  commission_cents: 40_760,
  net_commission_cents: 25_600,
};
const NONE = {
  sales_count: 0,
  active_count: 0,
  sales_cents: 0,
  net_sales_cents: 0,
  commission_cents: 0,
  net_commission_cents: 0,
};

/** Two sales: one pending, one cancelled. */
export const dashboardRow = {
  pending_days: 30,
  today: '2026-11-21',
  totals: {
    ...SUMS,
    earned_cents: 0,
    pending_cents: 25_600,
    clawback_cents: 0,
    cancelled_cents: 15_160,
    clawed_back_cents: 15_160,
    earned_count: 0,
    pending_count: 1,
    clawback_count: 0,
    cancelled_count: 1,
  },
  series: {
    step: 'month',
    from: '2026-10-01' as string | null,
    to: '2026-11-21' as string | null,
    points: [
      { starts_on: '2026-10-01', ...NONE },
      { starts_on: '2026-11-01', ...SUMS },
    ],
  },
  by_product: [{ product_name: 'Accelerate Pro', ...SUMS }],
  by_billing_frequency: [{ billing_frequency: 'monthly', ...SUMS }],
  products: ['Accelerate Pro', 'Moonshot'],
  all_sales_count: 2,
  all_active_count: 1,
  all_sales_cents: 509_500,
};

/** An answer without matching sales. `all` is the number of sales without a filter. */
export function emptyDashboardRow(all: number) {
  return {
    ...dashboardRow,
    totals: {
      ...NONE,
      earned_cents: 0,
      pending_cents: 0,
      clawback_cents: 0,
      cancelled_cents: 0,
      clawed_back_cents: 0,
      earned_count: 0,
      pending_count: 0,
      clawback_count: 0,
      cancelled_count: 0,
    },
    series: { step: 'month', from: null, to: null, points: [] },
    by_product: [],
    by_billing_frequency: [],
    products: all === 0 ? [] : dashboardRow.products,
    all_sales_count: all,
  };
}
