import { z } from '../../../lib/zod.ts';

/** How a plan is paid: each month, or twelve months in advance. */
export const BILLING_PERIODS = ['monthly', 'annual'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** How a plan is to be billed. '' if that was not chosen. */
export const chosenBillingSchema = z.enum(['', ...BILLING_PERIODS]);
export type ChosenBilling = z.infer<typeof chosenBillingSchema>;

/** Key of a plan in a request. */
export const planSlugSchema = z
  .string()
  .check(z.maxLength(100), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Unknown plan'));

/** Price of one plan. Only a live session of a representative or a customer receives it. All amounts in US cents. */
const planPriceSchema = z.object({
  productSlug: z.string(),
  monthlyCents: z.int().check(z.nonnegative()),
  /** For twelve months paid in advance. */
  annualCents: z.int().check(z.nonnegative()),
  /** One-time fee. */
  activationCents: z.int().check(z.nonnegative()),
});
export type PlanPrice = z.infer<typeof planPriceSchema>;

/** Answer of procedure `get_plan_prices()`, in plan order. It is empty for anyone who may not see prices. */
export const planPricesSchema = z.array(planPriceSchema);
