import { z } from '../../../lib/zod.ts';
import { BILLING_FREQUENCIES } from './sales-filter.ts';

/** A sum in US cents. Above 2^53 it would not be exact, so it is refused. */
const cents = z.int();
const count = z.int().check(z.nonnegative());

const SERIES_STEPS = ['day', 'week', 'month', 'year'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];

/** The figures that every part of the dashboard has. The parts add up to the totals, to the cent. */
const sumsShape = {
  salesCount: count,
  /** Not cancelled. */
  activeCount: count,
  /** All sales, including cancelled ones. */
  salesCents: cents,
  /** Without cancelled sales. */
  netSalesCents: cents,
  /** Commission of all sales, including cancelled ones: the sum of the column. */
  commissionCents: cents,
  /** Commission without cancelled sales: what remains. */
  netCommissionCents: cents,
};
export type SalesSums = z.infer<z.ZodMiniObject<typeof sumsShape>>;

/**
 * The totals. Each sale's commission is in exactly one of four groups (`COMMISSION_GROUPS`), so always
 *
 *     commissionCents    = earnedCents + pendingCents + clawbackCents + cancelledCents
 *     netCommissionCents = earnedCents + pendingCents + clawbackCents
 *     clawedBackCents    = cancelledCents - clawbackCents
 *     commissionCents    = netCommissionCents + cancelledCents
 *     salesCount         = earnedCount + pendingCount + clawbackCount + cancelledCount
 */
const totalsSchema = z.object({
  ...sumsShape,
  /** Commission of sales that are not cancelled, positive or zero, and at least `pendingDays` old. */
  earnedCents: cents,
  /** The same for sales less than `pendingDays` old: they could still be cancelled. */
  pendingCents: cents,
  /** Negative commissions of sales that are not cancelled. Zero or negative. */
  clawbackCents: cents,
  /** Commission that cancelled sales would have brought. */
  cancelledCents: cents,
  /** Everything taken back, as a positive figure: by cancellation and by clawback. */
  clawedBackCents: cents,
  /** Number of sales in each group. */
  earnedCount: count,
  pendingCount: count,
  clawbackCount: count,
  cancelledCount: count,
});
export type SalesTotals = z.infer<typeof totalsSchema>;

/**
 * Answer of procedure `get_sales_dashboard(filter)`: cards, charts and the table's footer, read at one moment. They
 * cover all of the caller's sales that `get_sales_table` lists for the same filter.
 */
export const salesDashboardSchema = z.object({
  /** How many days a sale stays pending. */
  pendingDays: count,
  /** The server's calendar day (UTC), which decides what is pending. */
  today: z.iso.date(),
  totals: totalsSchema,
  series: z.object({
    /** Chosen by the length of the range: up to 45 days by day, 26 weeks by week, 10 years by month, else by year. */
    step: z.enum(SERIES_STEPS),
    /** First and last day of the filter's range. An open end is the first sale or today. null: no sale. */
    from: z.nullable(z.iso.date()),
    to: z.nullable(z.iso.date()),
    /** In order, without gaps: a step without sales has zeros. Weeks begin on Monday. */
    points: z.array(
      z.object({
        /** First calendar day of the step, which may lie before `from`. */
        startsOn: z.iso.date(),
        ...sumsShape,
        /** What the representative is to sell in this month, if steps are months and only days are chosen. */
        targetCents: z.optional(cents),
      }),
    ),
  }),
  /** Largest sales first. Only products that were sold. */
  byProduct: z.array(z.object({ productName: z.string(), ...sumsShape })),
  /** Monthly, then annual. Only frequencies that were sold. */
  byBillingFrequency: z.array(z.object({ billingFrequency: z.enum(BILLING_FREQUENCIES), ...sumsShape })),
  /** The choices of the product filter: every product that the caller ever sold, by alphabet. */
  products: z.array(z.string()),
  /** All of the caller's sales. The filter does not affect it. It tells 'no sales yet' from 'nothing matches'. */
  allSalesCount: count,
  /** All of the caller's sales that are not cancelled. The filter does not affect it. */
  allActiveCount: count,
  /** Those of `allActiveCount` with a negative commission. An older database does not count them. */
  allClawbackCount: z._default(count, 0),
  /** All of the caller's sales, including cancelled ones. The filter does not affect it. */
  allSalesCents: cents,
});
export type SalesDashboard = z.infer<typeof salesDashboardSchema>;
