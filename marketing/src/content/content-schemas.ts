import { z } from 'zod';

/*
 * What copy has to look like. Pages import only the types, so that no visitor downloads a validator; the test beside
 * this file parses everything.
 */

/** A sentence or a label: not empty, no stray spaces. */
export const text = z
  .string()
  .min(1)
  .refine((value) => value.trim() === value && !value.includes('  '), 'has stray spaces');

/** A path on this site, with or without a query. */
export const path = z.string().regex(/^\/[a-z0-9/?=&%-]*$/, 'is not a path on this site');

/** A figure that we claim: the number that a drawing uses, and how it is written. */
export const claimSchema = z.object({
  amount: z.number().positive(),
  /** Low end, where the claim is a range; `amount` is its high end. */
  from: z.number().positive().optional(),
  written: text,
  label: text,
});
export type Claim = z.infer<typeof claimSchema>;

export const actionSchema = z.object({
  label: text,
  to: path,
  /** The visitor asks for a demo: the request says so, and so does the answer. */
  isDemo: z.boolean().optional(),
});
export type Action = z.infer<typeof actionSchema>;

export const quoteSchema = z.object({ quote: text, role: text, industry: text });

export const heroSchema = z.object({
  subtitle: text,
  title: text,
  description: text,
  action: actionSchema,
  secondary: actionSchema,
  /** What the strip below shows, from its left end to its right end. */
  strip: z.object({ from: text, to: text, alternative: text }),
  /** Names of the two bars that each claim is drawn as. */
  compared: z.object({ without: text, with: text }),
  quote: quoteSchema,
});
export type HeroContent = z.infer<typeof heroSchema>;

export const problemSchema = z.object({
  title: text,
  intro: text,
  points: z
    .array(
      z.object({ figure: z.enum(['inaccurate', 'surface', 'uncertain']), title: text, description: text }),
    )
    .length(3),
});
export type ProblemContent = z.infer<typeof problemSchema>;

export const statsSchema = z.object({
  title: text,
  intro: text,
  /** Beside each figure: what one mark of its drawing stands for. */
  tiles: z
    .array(
      z.object({
        figure: z.enum(['people', 'accuracy', 'week', 'customers']),
        claim: claimSchema,
        key: text,
      }),
    )
    .length(4),
});
export type StatsContent = z.infer<typeof statsSchema>;

export const addOnSchema = z.object({
  slug: z.string().regex(/^[a-z-]+$/),
  name: text,
  description: text,
  benefits: z.array(text).min(2).max(4),
  action: actionSchema,
});

export const addOnsSchema = z.object({ title: text, intro: text, services: z.array(addOnSchema).length(3) });
export type AddOnsContent = z.infer<typeof addOnsSchema>;

export const enrichmentSchema = z.object({
  title: text,
  heading: text,
  description: text,
  steps: z.array(text).length(5),
  action: actionSchema,
});
export type EnrichmentContent = z.infer<typeof enrichmentSchema>;

/** One of the meters on a plan's card. */
export const allowanceSchema = z.object({ label: text, perMonth: z.number().int().positive() });
export type Allowance = z.infer<typeof allowanceSchema>;

/** Everything about a plan but its price, which only the server knows. */
export const planSchema = z.object({
  /** The plan's key in the answer of `get_plan_prices`. */
  slug: z.string().regex(/^[a-z-]+$/),
  /** Also the `tier` of a contact request. */
  name: z.enum(['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise']),
  description: text,
  isPopular: z.boolean(),
  isEnterprise: z.boolean(),
  allowances: z.array(allowanceSchema).length(3),
  features: z.array(text).min(3),
});
export type Plan = z.infer<typeof planSchema>;

export const plansSchema = z.object({
  title: text,
  intro: text,
  /** The scale that all meters share. */
  scale: z.object({ label: text, max: z.number().int().positive() }),
  plans: z.array(planSchema).length(4),
});
export type PlansContent = z.infer<typeof plansSchema>;

/** The last word of a page: somebody to ask, or where to go on. */
export const closingSchema = z.object({ title: text, description: text, action: actionSchema });
export type ClosingContent = z.infer<typeof closingSchema>;

/** A question, or what is folded away, and what is said about it. */
export const questionSchema = z.object({ question: text, answer: text });
export type Question = z.infer<typeof questionSchema>;

export const pricingPageSchema = z.object({
  title: text,
  subtitle: text,
  extras: z.object({ title: text, intro: text, items: z.array(text).length(6) }),
  terms: z.array(questionSchema).min(1),
  closing: closingSchema,
});
export type PricingPageContent = z.infer<typeof pricingPageSchema>;

export const contactPageSchema = z.object({
  title: text,
  intro: text,
  steps: z.array(z.object({ title: text, description: text })).length(3),
  cardTitle: text,
  thanks: z.object({ title: text, description: text, reference: text, again: text, home: text }),
});
export type ContactPageContent = z.infer<typeof contactPageSchema>;
