import { expect, it } from 'vitest';
import { z } from 'zod';
import { ADD_ONS } from './add-ons.ts';
import { CLAIMS } from './claims.ts';
import { CONTACT_PAGE } from './contact-page.ts';
import {
  addOnsSchema,
  claimSchema,
  contactPageSchema,
  enrichmentSchema,
  heroSchema,
  plansSchema,
  pricingPageSchema,
  problemSchema,
  statsSchema,
} from './content-schemas.ts';
import { ENRICHMENT, HERO, PROBLEM, STATS } from './home.ts';
import { PLANS_CONTENT } from './plans.ts';
import { PRICING_PAGE } from './pricing-page.ts';

const ALL = [
  ['claims', z.record(z.string(), claimSchema), CLAIMS],
  ['home hero', heroSchema, HERO],
  ['home problem', problemSchema, PROBLEM],
  ['home stats', statsSchema, STATS],
  ['home enrichment', enrichmentSchema, ENRICHMENT],
  ['add-ons', addOnsSchema, ADD_ONS],
  ['plans', plansSchema, PLANS_CONTENT],
  ['pricing page', pricingPageSchema, PRICING_PAGE],
  ['contact page', contactPageSchema, CONTACT_PAGE],
] as const;

it.each(ALL)('%s has the shape that its sections expect', (_name, schema, content) => {
  const result = schema.safeParse(content);
  expect(result.error?.issues ?? []).toEqual([]);
});

it('has exactly one popular plan and one enterprise plan, in the order of their allowances', () => {
  const { plans, scale } = PLANS_CONTENT;
  expect(plans.filter((plan) => plan.isPopular).map((plan) => plan.name)).toEqual(['Accelerate Pro']);
  expect(plans.filter((plan) => plan.isEnterprise).map((plan) => plan.name)).toEqual(['Enterprise']);
  const sizes = plans.map((plan) => plan.allowances[0]?.perMonth ?? 0);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(Math.max(...sizes)).toBe(scale.max);
});

it('writes no amount of money in any copy', () => {
  expect(JSON.stringify(ALL.map(([, , content]) => content))).not.toMatch(/\$\s?\d|USD/);
});
