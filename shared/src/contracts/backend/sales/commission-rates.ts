import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { BILLING_FREQUENCIES } from './sales-filter.ts';
import { daySchema, productNameSchema } from './sales-row.ts';

/** Hundredths of a percent. */
export const RATE_MAX_BASIS_POINTS = 10_000;

/** Hundredths of a percent of the amount. null: there is no rate. */
const basisPoints = z.nullable(z.int().check(z.gte(0), z.lte(RATE_MAX_BASIS_POINTS)));

/** Answer of procedure `get_commission_rates()`, for managers: by product and billing, the latest first. */
export const commissionRatesSchema = z.object({
  rows: z.array(
    z.object({
      productName: z.string(),
      billingFrequency: z.enum(BILLING_FREQUENCIES),
      /** First day, YYYY-MM-DD. It ends on the day before that of the next one. */
      validFrom: z.iso.date(),
      basisPoints,
      /** Name of the manager. null if the account is gone. */
      setBy: z.nullable(z.string()),
      setAt: instant,
    }),
  ),
  /** Names that products have in the catalogue, on sales and in rates. */
  products: z.array(z.string()),
  now: instant,
});
export type CommissionRates = z.infer<typeof commissionRatesSchema>;
export type CommissionRate = CommissionRates['rows'][number];

/** What is stored for a day: a rate, or that there is none from then on. null: nothing, so the rate before goes on. */
const rule = z.nullable(z.strictObject({ basisPoints }));

/** `change-commission-rate`, for managers. `before` is what they saw. An unknown product is `not_found`. Repeatable. */
export const changeCommissionRateRequestSchema = z.strictObject({
  productName: productNameSchema,
  billingFrequency: z.enum(BILLING_FREQUENCIES),
  validFrom: daySchema,
  before: rule,
  after: rule,
});
export type ChangeCommissionRateRequest = z.input<typeof changeCommissionRateRequestSchema>;

/** What is stored now. `conflict`: another manager was first, and nothing was changed. */
export const changeCommissionRateResponseSchema = z.object({
  outcome: z.enum(['saved', 'conflict']),
  stored: rule,
});
