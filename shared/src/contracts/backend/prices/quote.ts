import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { BILLING_PERIODS, planSlugSchema } from './pricing.ts';

/**
 * `make-quote`, for a customer. Asked again while the quote is valid, it answers the same one: a quote has the price of
 * each billing.
 */
export const makeQuoteRequestSchema = z.strictObject({
  plan: planSlugSchema,
  billing: z.enum(BILLING_PERIODS),
});

/** What a customer was offered. All amounts in US cents. */
export const offerSchema = z.object({
  planName: z.string(),
  monthlyCents: z.int().check(z.positive()),
  /** For twelve months paid in advance. */
  annualCents: z.int().check(z.positive()),
  /** One-time fee. */
  activationCents: z.int().check(z.positive()),
  /** The last day, UTC. */
  validUntil: z.iso.date(),
});

export type Offer = z.infer<typeof offerSchema>;

/** Answer of `make-quote`. People call a quote by `requestReference` of its id, which is that of its line in the trail. */
export const quoteSchema = z.extend(offerSchema, {
  id: z.uuid(),
  madeAt: instant,
  /** What the plan included then. A limit is a monthly amount or a level. */
  features: z.array(z.object({ name: z.string(), limit: z.string() })),
});
export type Quote = z.infer<typeof quoteSchema>;
