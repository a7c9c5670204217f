import { z } from '../../../lib/zod.ts';
import { PRODUCT_NAME_MAX, SEARCH_MAX } from '../browser-limits.ts';

/** How often a plan is billed. */
export const BILLING_FREQUENCIES = ['monthly', 'annual'] as const;
export type BillingFrequency = (typeof BILLING_FREQUENCIES)[number];

/**
 * What a sale's commission counts as. Each sale is in exactly one group.
 * - `cancelled`: the sale is cancelled, so its commission was taken back.
 * - `clawback`: a separate sale with a negative commission, which takes back the commission of another sale.
 * - `pending`: the sale is less than `pendingDays` old and could still be cancelled.
 * - `earned`: all others.
 */
export const COMMISSION_GROUPS = ['earned', 'pending', 'clawback', 'cancelled'] as const;
export type CommissionGroup = (typeof COMMISSION_GROUPS)[number];

export const SALE_STATUSES = ['active', 'cancelled'] as const;
export type SaleStatusName = (typeof SALE_STATUSES)[number];

/** Limits of a filter. Lengths in UTF-16 code units. The server answers 400 above them. */
export const SALES_FILTER_LIMITS = {
  products: 50,
  productName: PRODUCT_NAME_MAX,
} as const;

export const soldProductSchema = z.string().check(z.maxLength(SALES_FILTER_LIMITS.productName));

/**
 * Which sales to include, for `get_sales_dashboard(filter)` and `get_sales_table(filter, …)`. The same filter selects
 * the same sales in both. null, empty or missing means no restriction. Unknown fields are refused.
 */
export const salesFilterSchema = z.strictObject({
  /** First calendar day, YYYY-MM-DD, included. */
  from: z.nullish(z.iso.date()),
  /** Last calendar day, YYYY-MM-DD, included. Before `from`, no sale matches. */
  to: z.nullish(z.iso.date()),
  /** Exact product names, as the sales have them. */
  products: z.nullish(z.array(soldProductSchema).check(z.maxLength(SALES_FILTER_LIMITS.products))),
  billing_frequencies: z.nullish(z.array(z.enum(BILLING_FREQUENCIES))),
  statuses: z.nullish(z.array(z.enum(SALE_STATUSES))),
  /** What the commission counts as on the server's calendar day. */
  commission_groups: z.nullish(z.array(z.enum(COMMISSION_GROUPS))),
  /** Part of the customer's name, address or company, or of the product's name. Case does not matter. */
  search: z.nullish(z.string().check(z.maxLength(SEARCH_MAX))),
});
export type SalesFilter = z.infer<typeof salesFilterSchema>;
