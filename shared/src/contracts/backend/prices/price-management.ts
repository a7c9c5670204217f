import { z } from '../../../lib/zod.ts';
import { askedInstant, instant } from '../instant.ts';
import { planSlugSchema } from './pricing.ts';

/** Largest price, US cents. The database has the same limit. */
export const PRICE_MAX_CENTS = 999_999_999;
/** US cents. */
export const priceCentsSchema = z.int().check(z.gte(1), z.lte(PRICE_MAX_CENTS));

const priceAmountsSchema = z.strictObject({
  monthlyCents: priceCentsSchema,
  /** For twelve months paid in advance. */
  annualCents: priceCentsSchema,
  /** One-time fee. */
  activationCents: priceCentsSchema,
});
export type PriceAmounts = z.infer<typeof priceAmountsSchema>;

/** `name` is the manager's. null for an operator, and for a manager who was erased. */
const setBySchema = z.object({
  by: z.enum(['manager', 'operator']),
  name: z.nullable(z.string()),
  occurredAt: instant,
});
export type PriceSetBy = z.infer<typeof setBySchema>;

const managedPriceSchema = z.object({
  validFrom: instant,
  amounts: priceAmountsSchema,
  /** null: the audit trail has no record. A plan's first price comes from the catalogue. */
  setBy: z.nullable(setBySchema),
});
export type ManagedPrice = z.infer<typeof managedPriceSchema>;

const managedPlanSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The pricing page shows no price for such a plan. */
  isEnterprise: z.boolean(),
  /** Identifies the current and scheduled prices. It changes with each of them. */
  version: z.string(),
  inForce: z.nullable(managedPriceSchema),
  /** At most 100, soonest first. */
  scheduled: z.array(managedPriceSchema),
  /** At most 100, latest first. */
  ended: z.array(managedPriceSchema),
});
export type ManagedPlan = z.infer<typeof managedPlanSchema>;

/** Answer of procedure `get_prices()`, for managers: every plan in its order. */
export const managedPricesSchema = z.object({ now: instant, plans: z.array(managedPlanSchema) });
export type ManagedPrices = z.infer<typeof managedPricesSchema>;

const change = {
  plan: planSlugSchema,
  /** `version` of the plan as the manager saw it. */
  version: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Not a version')),
};

/** A price must begin before this year of UTC. A later year is a typing error. */
export const PRICE_YEAR_LIMIT = 2100;

/** @param fromMs when a price would begin, milliseconds since 1970 */
export function beginsTooLate(fromMs: number): boolean {
  return fromMs >= Date.UTC(PRICE_YEAR_LIMIT, 0, 1);
}

/**
 * `change-price`. `set`: from now on. `schedule`: from a future instant. `cancel`: removes a price that has not begun. The
 * call may be repeated.
 */
export const changePriceRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('set'), ...change, amounts: priceAmountsSchema }),
  z.strictObject({
    action: z.literal('schedule'),
    ...change,
    from: askedInstant.check(
      z.refine(
        (text) => !beginsTooLate(Date.parse(text)),
        `Choose a day before the year ${PRICE_YEAR_LIMIT}`,
      ),
    ),
    amounts: priceAmountsSchema,
  }),
  // Without the limit: a price that is stored can be cancelled.
  z.strictObject({ action: z.literal('cancel'), ...change, from: askedInstant }),
]);
export type ChangePriceRequest = z.infer<typeof changePriceRequestSchema>;

/** The latest change of a plan's prices, from the audit trail. */
const lastPriceChangeSchema = z.extend(setBySchema, {
  event: z.enum(['price_set', 'price_scheduled', 'price_schedule_cancelled']),
  validFrom: instant,
});
export type LastPriceChange = z.infer<typeof lastPriceChangeSchema>;

/**
 * `conflict`: the plan's prices no longer have the sent version, and nothing was written. Someone else changed them,
 * or a scheduled price began. `plan` is the stored plan.
 */
export const changePriceResponseSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), now: instant, plan: managedPlanSchema }),
  z.object({
    outcome: z.literal('conflict'),
    now: instant,
    plan: managedPlanSchema,
    lastChange: z.nullable(lastPriceChangeSchema),
  }),
]);
export type ChangePriceResponse = z.infer<typeof changePriceResponseSchema>;
