/** Answers of the sales procedures, as the database writes them. Used by tests only. */

const BASE = {
  sale_date: '2026-11-20',
  product_name: 'Accelerate Pro',
  billing_frequency: 'monthly',
  sale_amount: 320_000,
  commission: 25_600,
  is_cancelled: false,
  cancelled_at: null as string | null,
  qualified_lead_id: '00000000-0000-4000-8000-00000000000c' as string | null,
  lead_name: 'Ana Diaz' as string | null,
  lead_email: 'ana@acme.example' as string | null,
  lead_company: 'Acme' as string | null,
};

export function saleRow(number: number, changes: Partial<typeof BASE> = {}) {
  return { ...BASE, id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, ...changes };
}

export const summaryRow = {
  total_sales_cents: 509_500,
  net_sales_cents: 320_000,
  active_subscriptions: 1,
  sales_count: 2,
};
