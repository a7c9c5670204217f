import { z } from '../../lib/zod.ts';
import { BILLING_FREQUENCIES } from './billing-frequency.ts';

/**
 * What a sale's commission counts as; each sale is in exactly one group.
 * - `cancelled`: the sale is cancelled, so its commission was taken back.
 * - `clawback`: a sale of its own with a negative commission, which takes back what another one brought.
 * - `pending`: the sale is less than `pending_days` old and could still be cancelled.
 * - `earned`: all others.
 */
export const COMMISSION_GROUPS = ['earned', 'pending', 'clawback', 'cancelled'] as const;
export type CommissionGroup = (typeof COMMISSION_GROUPS)[number];

export const SALE_STATUSES = ['active', 'cancelled'] as const;
export type SaleStatusName = (typeof SALE_STATUSES)[number];

/** Limits of a filter. Lengths in UTF-16 code units; the server refuses (400) what is beyond them. */
export const SALES_FILTER_LIMITS = {
  search: 200,
  products: 50,
  productName: 100,
} as const;

/**
 * Which sales are meant, for `get_sales_dashboard(filter)` and `get_sales_table(filter, …)` alike: the same filter
 * always means the same sales in both. What is null, empty or left out does not narrow. Unknown fields are refused.
 */
export const salesFilterSchema = z.strictObject({
  /** First calendar day, YYYY-MM-DD, counted in. */
  from: z.iso.date().nullish(),
  /** Last calendar day, YYYY-MM-DD, counted in. Before `from`: no sale matches. */
  to: z.iso.date().nullish(),
  /** Product names as they stand on the sales, exactly. */
  products: z
    .array(z.string().max(SALES_FILTER_LIMITS.productName))
    .max(SALES_FILTER_LIMITS.products)
    .nullish(),
  billing_frequencies: z.array(z.enum(BILLING_FREQUENCIES)).nullish(),
  statuses: z.array(z.enum(SALE_STATUSES)).nullish(),
  /** What the commission counts as on the server's calendar day. */
  commission_groups: z.array(z.enum(COMMISSION_GROUPS)).nullish(),
  /** Part of the customer's name, address or company, or of the product's name; upper and lower case are the same. */
  search: z.string().max(SALES_FILTER_LIMITS.search).nullish(),
});
export type SalesFilter = z.infer<typeof salesFilterSchema>;
