import { z } from '../../../lib/zod.ts';
import { BILLING_FREQUENCIES } from './billing-frequency.ts';

/** A sum in US cents. Above 2^53 it would not be exact, so it is refused. */
const cents = z.number().int();
const count = z.number().int().nonnegative();

const SERIES_STEPS = ['day', 'week', 'month', 'year'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];

/** The figures that every part of the dashboard has. The parts add up to the totals, to the cent. */
const sumsShape = {
  sales_count: count,
  /** Not cancelled. */
  active_count: count,
  /** All sales, including cancelled ones. */
  sales_cents: cents,
  /** Without cancelled sales. */
  net_sales_cents: cents,
  /** Commission of all sales, including cancelled ones: the sum of the column. */
  commission_cents: cents,
  /** Commission without cancelled sales: what remains. */
  net_commission_cents: cents,
};
type SumsRow = z.infer<z.ZodObject<typeof sumsShape>>;

function sumsOf(row: SumsRow) {
  return {
    salesCount: row.sales_count,
    activeCount: row.active_count,
    salesCents: row.sales_cents,
    netSalesCents: row.net_sales_cents,
    commissionCents: row.commission_cents,
    netCommissionCents: row.net_commission_cents,
  };
}
export type SalesSums = ReturnType<typeof sumsOf>;

/**
 * The totals. Each sale's commission is in exactly one of four groups (`COMMISSION_GROUPS`), so always
 *
 *     commission_cents     = earned_cents + pending_cents + clawback_cents + cancelled_cents
 *     net_commission_cents = earned_cents + pending_cents + clawback_cents
 *     clawed_back_cents    = cancelled_cents - clawback_cents
 *     commission_cents     = net_commission_cents + cancelled_cents
 *     sales_count          = earned_count + pending_count + clawback_count + cancelled_count
 */
const totalsSchema = z
  .object({
    ...sumsShape,
    /** Commission of sales that are not cancelled, positive or zero, and at least `pending_days` old. */
    earned_cents: cents,
    /** The same for sales less than `pending_days` old: they could still be cancelled. */
    pending_cents: cents,
    /** Negative commissions of sales that are not cancelled. Zero or negative. */
    clawback_cents: cents,
    /** Commission that cancelled sales would have brought. */
    cancelled_cents: cents,
    /** Everything taken back, as a positive figure: by cancellation and by clawback. */
    clawed_back_cents: cents,
    /** Number of sales in each group. */
    earned_count: count,
    pending_count: count,
    clawback_count: count,
    cancelled_count: count,
  })
  .transform((row) => ({
    ...sumsOf(row),
    earnedCents: row.earned_cents,
    pendingCents: row.pending_cents,
    clawbackCents: row.clawback_cents,
    cancelledCents: row.cancelled_cents,
    clawedBackCents: row.clawed_back_cents,
    earnedCount: row.earned_count,
    pendingCount: row.pending_count,
    clawbackCount: row.clawback_count,
    cancelledCount: row.cancelled_count,
  }));
export type SalesTotals = z.infer<typeof totalsSchema>;

/**
 * Answer of procedure `get_sales_dashboard(filter)`: cards, charts and the table's footer, read at one moment. They
 * cover all of the caller's sales that `get_sales_table` lists for the same filter.
 */
export const salesDashboardSchema = z
  .object({
    /** How many days a sale stays pending. */
    pending_days: count,
    /** The server's calendar day (UTC), which decides what is pending. */
    today: z.iso.date(),
    totals: totalsSchema,
    series: z.object({
      /** Chosen by the length of the range: up to 45 days by day, 26 weeks by week, 10 years by month, else by year. */
      step: z.enum(SERIES_STEPS),
      /** First and last day of the filter's range. An open end is the first sale or today. null: no sale. */
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      /** In order, without gaps: a step without sales has zeros. Weeks begin on Monday. */
      points: z.array(
        z
          .object({
            /** First calendar day of the step, which may lie before `from`. */
            starts_on: z.iso.date(),
            ...sumsShape,
          })
          .transform((row) => ({ startsOn: row.starts_on, ...sumsOf(row) })),
      ),
    }),
    /** Largest sales first. Only products that were sold. */
    by_product: z.array(
      z
        .object({ product_name: z.string(), ...sumsShape })
        .transform((row) => ({ productName: row.product_name, ...sumsOf(row) })),
    ),
    /** Monthly, then annual. Only frequencies that were sold. */
    by_billing_frequency: z.array(
      z
        .object({ billing_frequency: z.enum(BILLING_FREQUENCIES), ...sumsShape })
        .transform((row) => ({ billingFrequency: row.billing_frequency, ...sumsOf(row) })),
    ),
    /**
     * The choices of the product filter: every product that the caller ever sold, in alphabetical order. The filter
     * does not affect them.
     */
    products: z.array(z.string()),
    /** All of the caller's sales. The filter does not affect it. It tells 'no sales yet' from 'nothing matches'. */
    all_sales_count: count,
    /** All of the caller's sales that are not cancelled. The filter does not affect it. */
    all_active_count: count,
    /** All of the caller's sales, including cancelled ones. The filter does not affect it. */
    all_sales_cents: cents,
  })
  .transform((row) => ({
    pendingDays: row.pending_days,
    today: row.today,
    totals: row.totals,
    series: row.series,
    byProduct: row.by_product,
    byBillingFrequency: row.by_billing_frequency,
    products: row.products,
    allSalesCount: row.all_sales_count,
    allActiveCount: row.all_active_count,
    allSalesCents: row.all_sales_cents,
  }));
export type SalesDashboard = z.infer<typeof salesDashboardSchema>;
