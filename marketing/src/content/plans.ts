import type { Plan, PlansContent } from './content-schemas.ts';
import { ALLOWANCES, featuresOf, PLAN_FACTS } from './plan-facts.ts';
import { isEnterprise, PLAN_NAMES, PLAN_SLUGS, type PlanName } from './plan-names.ts';

type PlanWords = Pick<Plan, 'description' | 'isPopular'>;

/** The texts about a plan. Its content is in `plan-facts.ts`, and only the server knows its price. */
const WORDS: Record<PlanName, PlanWords> = {
  'Foundation+': {
    description: 'For teams that are building their first data-driven pipeline.',
    isPopular: false,
  },
  'Accelerate Pro': {
    description: 'For teams that are scaling what already works.',
    isPopular: true,
  },
  Moonshot: {
    description: 'High volumes and a person who knows your account.',
    isPopular: false,
  },
  Enterprise: {
    description: "Contact us for personalized enterprise pricing tailored to your organization's needs.",
    isPopular: false,
  },
};

export const PLANS_CONTENT = {
  title: 'Four plans, side by side.',
  intro: 'All bars share one scale.',
  access: 'or use your access link.',
  scale: { label: 'Every month', max: PLAN_FACTS.Enterprise.perMonth },
  popular: 'Most Popular',
  action: 'Contact Sales',
  hidden: {
    plan: 'Book a Demo to See Pricing',
    enterprise: 'Contact for Pricing',
  },
  compare: { label: 'Compare every feature', to: '/comparison#table-title' },
  enterprise: 'Custom Enterprise Pricing',
  unavailable: 'Price not available now',
  failure: {
    title: 'Prices could not be loaded',
    titleOfSome: 'Some prices could not be loaded',
    description: 'Everything else about the plans is shown below.',
    reconnecting: 'The server could not be reached. We keep trying, and prices appear as soon as it answers.',
    retry: 'Try again',
  },
  plans: PLAN_NAMES.map((name) => ({
    ...WORDS[name],
    name,
    slug: PLAN_SLUGS[name],
    isEnterprise: isEnterprise(name),
    allowances: ALLOWANCES.map((allowance) => ({ ...allowance, perMonth: PLAN_FACTS[name].perMonth })),
    features: featuresOf(PLAN_FACTS[name]),
  })),
} satisfies PlansContent;
