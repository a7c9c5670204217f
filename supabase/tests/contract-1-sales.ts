import { BILLING_FREQUENCIES } from '../../shared/src/contracts/billing-frequency.ts';
import { z } from '../../shared/src/lib/zod.ts';

/** One sale as a portal of contract 1 reads it: enriched with its lead, amounts in US cents, negative for clawbacks. */
export const saleSchema = z
  .object({
    id: z.uuid(),
    /** Calendar day, YYYY-MM-DD. */
    sale_date: z.iso.date(),
    product_name: z.string(),
    billing_frequency: z.enum(BILLING_FREQUENCIES),
    sale_amount: z.number().int(),
    commission: z.number().int(),
    is_cancelled: z.boolean(),
    cancelled_at: z.string().nullable(),
    qualified_lead_id: z.uuid().nullable(),
    lead_name: z.string().nullable(),
    lead_email: z.string().nullable(),
    lead_company: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    saleDate: row.sale_date,
    productName: row.product_name,
    billingFrequency: row.billing_frequency,
    amountCents: row.sale_amount,
    commissionCents: row.commission,
    isCancelled: row.is_cancelled,
    /** UTC ISO 8601, null while active. */
    cancelledAt: row.cancelled_at,
    lead:
      row.qualified_lead_id === null
        ? null
        : { name: row.lead_name ?? '', email: row.lead_email ?? '', company: row.lead_company ?? '' },
  }));

/**
 * Answer of procedure `get_sales_page(page_size int, after_sale_date date, after_id uuid)`: newest first,
 * keyset-paged (pass the last row's `sale_date` and `id`); the caller's own rows only.
 */
export const salesPageSchema = z.object({
  rows: z.array(saleSchema),
  /** true when a further page exists. */
  has_more: z.boolean(),
});

/** Answer of procedure `get_sales_summary()`: over all of the caller's own sales. Cents and counts. */
export const salesSummarySchema = z
  .object({
    /** Sum of every sale, cancelled ones included, as the headline figure is defined. */
    total_sales_cents: z.number().int(),
    /** The same without cancelled sales. */
    net_sales_cents: z.number().int(),
    active_subscriptions: z.number().int().nonnegative(),
    sales_count: z.number().int().nonnegative(),
  })
  .transform((row) => ({
    totalSalesCents: row.total_sales_cents,
    netSalesCents: row.net_sales_cents,
    activeSubscriptions: row.active_subscriptions,
    salesCount: row.sales_count,
  }));
