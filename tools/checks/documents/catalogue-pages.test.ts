import { expect, test } from 'vitest';
import { PLAN_FACTS } from '../../../marketing/src/content/plan-facts.ts';
import { PLANS_CONTENT } from '../../../marketing/src/content/plans.ts';
import { PLAN_COUNT, planOfProduct } from '../../../portal/src/features/commissions/words.ts';
import { readCatalogue } from '../../catalogue/read-catalogue.ts';

/*
 * The plans are in three places, because the teams ship alone: the catalogue, which the database answers from, the copy of
 * the public pages, and the portal's badges of sold products. They must not contradict each other.
 */

const { plans } = readCatalogue();

test('the pages name the plans of the catalogue, in its order, with its badges and descriptions', () => {
  const key = ({ slug, name, description, isPopular, isEnterprise }: (typeof plans)[number]) => ({
    slug,
    name,
    description,
    isPopular,
    isEnterprise,
  });
  expect(
    PLANS_CONTENT.plans.map(({ slug, name, description, isPopular, isEnterprise }) => ({
      slug,
      name,
      description,
      isPopular,
      isEnterprise,
    })),
  ).toEqual(plans.map(key));
});

test.each(PLANS_CONTENT.plans.map(({ name }) => name))('the pages and the catalogue agree on %s', (name) => {
  const features = plans.find((plan) => plan.name === name)?.features ?? [];
  const limitOf = (feature: string) => features.find((entry) => entry.name === feature)?.limit;
  const facts = PLAN_FACTS[name];
  const allowances = ['In-Market Audience Creations', 'Data Enrichments', 'B2B/B2C Contacts'];
  expect(Object.fromEntries(features.map((feature) => [feature.name, feature.limit]))).toEqual({
    ...Object.fromEntries(allowances.map((allowance) => [allowance, String(facts.perMonth)])),
    'Custom Models': facts.customModels === 0 ? 'None' : String(facts.customModels),
    'Web-Hook Access': 'Included',
    'Keyword Feed': facts.keywordFeed,
    Support: facts.contact === null ? facts.support : `${facts.support} (${facts.contact})`,
    'Quarterly Business Review': facts.hasQuarterlyReview ? 'Included' : 'Not included',
  });
  expect(limitOf('Keyword Feed')).toBe(facts.keywordFeed);
});

test('the portal knows each plan of the catalogue by its name, in the same order', () => {
  const names = plans.map(({ name }) => name);
  expect(names.map(planOfProduct)).toEqual(names.map((label, index) => ({ label, rank: index + 1 })));
  expect(PLAN_COUNT).toBe(names.length);
});
