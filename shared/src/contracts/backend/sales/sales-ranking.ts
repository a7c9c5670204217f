import { z } from '../../../lib/zod.ts';
import { monthSchema } from '../statements/statements.ts';

const count = z.int().check(z.nonnegative());
/** A sum in US cents. */
const cents = z.int();

const rankedRepSchema = z.object({
  repId: z.uuid(),
  name: z.string(),
  isDisabled: z.boolean(),
  /** The sums of `get_sales_dashboard` with the same names. */
  salesCount: count,
  salesCents: cents,
  earnedCents: cents,
  netCommissionCents: cents,
  /** Customers who opened their link within the days of the filter. */
  openedCount: count,
  /** Those who bought on the day of their first opening or later. Cancelled sales and clawbacks do not count. */
  openedSoldCount: count,
  /** Without cancelled sales. */
  netSalesCents: z._default(cents, 0),
  /** What `netSalesCents` is to reach, if the filter has a `targetMonth`. */
  targetCents: z._default(z.nullable(cents.check(z.positive())), null),
});
export type RankedRep = z.infer<typeof rankedRepSchema>;

/**
 * Answer of procedure `get_sales_ranking(filter)`, for managers: every representative who is enabled or ever sold,
 * largest sales first. The sums cover the sales that match the filter. Openings follow its days alone.
 */
export const salesRankingSchema = z.object({
  rows: z.array(rankedRepSchema),
  /** The month of a filter that has only days, which begin with the month and end within it. */
  targetMonth: z._default(z.nullable(monthSchema), null),
});
