import { z } from '../../../lib/zod.ts';
import { pageOf } from '../page-of.ts';
import { BILLING_FREQUENCIES, COMMISSION_GROUPS } from './sales-filter.ts';

/** Columns that the table can sort by. */
export const SALES_SORTS = ['sale_date', 'amount', 'commission', 'customer', 'product', 'status'] as const;
export type SalesSort = (typeof SALES_SORTS)[number];

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** Most rows of one page. A larger request gets this many. */
export const SALES_TABLE_MAX_PAGE_SIZE = 1000;

/** One sale with its customer. Amounts in US cents, up to 9 digits of dollars, negative for clawbacks. */
export const salesTableRowSchema = z.object({
  id: z.uuid(),
  /** Calendar day, YYYY-MM-DD. */
  saleDate: z.iso.date(),
  productName: z.string(),
  billingFrequency: z.enum(BILLING_FREQUENCIES),
  amountCents: z.int(),
  commissionCents: z.int(),
  isCancelled: z.boolean(),
  /** UTC ISO 8601, null while active. */
  cancelledAt: z.nullable(z.string()),
  commissionGroup: z.enum(COMMISSION_GROUPS),
  /** null: the sale has no customer, or one of another representative ('Unknown Customer'). */
  customer: z.nullable(z.object({ id: z.uuid(), name: z.string(), email: z.string(), company: z.string() })),
  /** The name of who sold it. Only among the sales of everyone. */
  representative: z.optional(z.string()),
});
export type SalesTableRow = z.infer<typeof salesTableRowSchema>;

/**
 * Answer of procedure `get_sales_table(filter, sort, direction, page_size, after)`: the caller's own sales, or
 * with a scope a manager's choice, keyset-paged.
 *
 * - `filter`: `salesFilterSchema`, `{}` for all. `sort`: SALES_SORTS, by default `sale_date`. `direction`: by default
 *   `desc`. `page_size`: 1 to 1000, or with a scope to 100,
 *   by default 25. `after`: `nextAfter` of the page before, null for the first.
 * Ties: sales with equal date, amount or commission follow in the same direction by day, then id. For customer,
 * product and status, `asc` has the newest first in each group, and `desc` is the exact reverse. Sales without a
 * known customer come last in both directions.
 * - A cursor belongs to its sort and direction. With others it is refused (400). The page size may change.
 */
export const salesTablePageSchema = pageOf(salesTableRowSchema);
