import { z } from '@corvane/shared/lib/zod';
import { expect, it } from 'vitest';
import { PAGES } from '../pages.ts';
import { ABOUT_PAGE } from './about-page.ts';
import { ADD_ONS } from './add-ons.ts';
import { CLAIMS } from './claims.ts';
import { COMPARISON_PAGE } from './comparison/comparison-page.ts';
import { comparisonPageSchema } from './comparison/comparison-schemas.ts';
import { CONTACT_DIALOG } from './contact/contact-dialog.ts';
import { CONTACT_FORM } from './contact/contact-form.ts';
import { CONTACT_PAGE } from './contact/contact-page.ts';
import {
  contactDialogTextSchema,
  contactFormTextSchema,
  contactPageSchema,
  formAnswerSchema,
  nextStepsSchema,
  trustSchema,
} from './contact/contact-schemas.ts';
import { FORM_ANSWER, NEXT_STEPS, TRUST } from './contact/contact-sections.ts';
import {
  aboutPageSchema,
  addOnsSchema,
  claimSchema,
  enrichmentSchema,
  heroSchema,
  legalPageSchema,
  plansSchema,
  pricePreviewSchema,
  pricingPageSchema,
  problemSchema,
  quoteContentSchema,
  statsSchema,
} from './content-schemas.ts';
import { DATA_REFINEMENT } from './data-refinement/data-refinement.ts';
import { FEATURES_PAGE } from './features/features-page.ts';
import { featuresPageSchema } from './features/features-schemas.ts';
import { ENRICHMENT, HERO, STATS } from './home.ts';
import { PRIVACY_PAGE } from './legal/privacy-page.ts';
import { TERMS_PAGE } from './legal/terms-page.ts';
import { PLANS_CONTENT } from './plans.ts';
import { PRICING_PAGE } from './pricing-page.ts';
import { PROBLEM } from './problem.ts';
import { QUOTE } from './quote.ts';
import { AUDIENCE_CREATION } from './services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from './services/contact-enhancement.ts';
import { CUSTOM_MODEL } from './services/custom-model.ts';
import { PIXEL_PACKAGE, SUPER_PIXEL_UPGRADE } from './services/pixel-package.ts';
import {
  refinementPageSchema,
  serviceSchema,
  servicesPageSchema,
  upgradeSchema,
} from './services/service-schema.ts';
import { SERVICES_PAGE } from './services/services-page.ts';
import { SUPER_PIXEL } from './services/super-pixel.ts';
import { PRICE_PREVIEW } from './signed-in-prices.ts';

const ALL = [
  ['claims', z.record(z.string(), claimSchema), CLAIMS],
  ['home hero', heroSchema, HERO],
  ['home problem', problemSchema, PROBLEM],
  ['home stats', statsSchema, STATS],
  ['home enrichment', enrichmentSchema, ENRICHMENT],
  ['add-ons', addOnsSchema, ADD_ONS],
  ['plans', plansSchema, PLANS_CONTENT],
  ['price preview', pricePreviewSchema, PRICE_PREVIEW],
  ['quote', quoteContentSchema, QUOTE],
  ['pricing page', pricingPageSchema, PRICING_PAGE],
  ['comparison page', comparisonPageSchema, COMPARISON_PAGE],
  ['about page', aboutPageSchema, ABOUT_PAGE],
  ['terms', legalPageSchema, TERMS_PAGE],
  ['privacy', legalPageSchema, PRIVACY_PAGE],
  ['audience-creation', serviceSchema, AUDIENCE_CREATION],
  ['pixel-package', serviceSchema, PIXEL_PACKAGE],
  ['super-pixel', serviceSchema, SUPER_PIXEL],
  ['contact-enhancement', serviceSchema, CONTACT_ENHANCEMENT],
  ['custom-model', serviceSchema, CUSTOM_MODEL],
  ['services', servicesPageSchema, SERVICES_PAGE],
  ['super pixel upgrade', upgradeSchema, SUPER_PIXEL_UPGRADE],
  ['data refinement', refinementPageSchema, DATA_REFINEMENT],
  ['contact dialog', contactDialogTextSchema, CONTACT_DIALOG],
  ['features page', featuresPageSchema, FEATURES_PAGE],
  ['contact page', contactPageSchema, CONTACT_PAGE],
  ['trust', trustSchema, TRUST],
  ['contact form', contactFormTextSchema, CONTACT_FORM],
  ['answer to a form', formAnswerSchema, FORM_ANSWER],
  ['next steps', nextStepsSchema, NEXT_STEPS],
] as const;

it.each(ALL)('%s matches the schema of its sections', (_name, schema, content) => {
  const result = schema.safeParse(content);
  expect(result.error?.issues ?? []).toEqual([]);
});

it('has exactly one popular plan and one enterprise plan, ordered by their allowances', () => {
  const { plans, scale } = PLANS_CONTENT;
  expect(plans.filter((plan) => plan.isPopular).map((plan) => plan.name)).toEqual(['Accelerate Pro']);
  expect(plans.filter((plan) => plan.isEnterprise).map((plan) => plan.name)).toEqual(['Enterprise']);
  const sizes = plans.map((plan) => plan.allowances[0]?.perMonth ?? 0);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(Math.max(...sizes)).toBe(scale.max);
});

it('contains no amount of money in any text', () => {
  expect(JSON.stringify(ALL.map(([, , content]) => content))).not.toMatch(/\$\s?\d|USD/);
});

/** Regression: "match rates are a range" stood beside 98.7%, which is another rate. */
it('calls only the match rate of the pixel a range', () => {
  const texts = ALL.flatMap(([, , content]) => textsIn(content));
  const ranges = texts.filter((one) => /match rates?\b[^.]* range/i.test(one));
  expect(ranges.length).toBeGreaterThan(1);
  expect(ranges.filter((one) => !/pixel match rate/i.test(one))).toEqual([]);
});

/** Regression: "See who compared your prices" stood beside a match rate of 30-60%. */
it('promises to name no visitor without saying that only some are matched', () => {
  const texts = [PIXEL_PACKAGE, SUPER_PIXEL].flatMap(textsIn);
  expect(texts.filter((one) => /\b(see|learn|know) (who|which companies)\b/i.test(one))).toEqual([]);
});

it('links only to pages that exist', () => {
  const links = ALL.filter(([name]) => name !== 'price preview').flatMap(([, , content]) => linksIn(content));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((to) => PAGES[to.replace(/[?#].*$/, '')] === undefined)).toEqual([]);
});

it('shows every service on the overview, once', () => {
  const shown = SERVICES_PAGE.groups.flatMap(({ services }) => services.map(({ action }) => action.to));
  const pages = Object.keys(PAGES).filter((path) => /^\/services\/|^\/data-refinement$/.test(path));
  expect(shown.toSorted()).toEqual(pages.toSorted());
});

/** Addresses of actions. */
function linksIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  const below = Object.values(content).flatMap(linksIn);
  return 'to' in content && 'label' in content ? [String(content.to), ...below] : below;
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(textsIn) : [];
}

it('shows no figure on two cards of the comparison', () => {
  const claims = COMPARISON_PAGE.apart.cards.map(({ claim }) => claim);
  expect(new Set(claims).size).toBe(claims.length);
});
