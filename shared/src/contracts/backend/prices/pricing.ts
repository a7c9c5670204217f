import { z } from '../../../lib/zod.ts';

/** Price of one plan. Only a live session of a representative or a customer receives it. All amounts in US cents. */
const planPriceSchema = z
  .object({
    product_slug: z.string(),
    monthly_cents: z.number().int().nonnegative(),
    /** For twelve months paid in advance. */
    annual_cents: z.number().int().nonnegative(),
    /** One-time fee. */
    activation_cents: z.number().int().nonnegative(),
  })
  .transform((row) => ({
    productSlug: row.product_slug,
    monthlyCents: row.monthly_cents,
    annualCents: row.annual_cents,
    activationCents: row.activation_cents,
  }));
export type PlanPrice = z.infer<typeof planPriceSchema>;

/** Answer of procedure `get_plan_prices()`, in plan order. It is empty for anyone who may not see prices. */
export const planPricesSchema = z.array(planPriceSchema);
