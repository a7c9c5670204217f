import { ALLOWANCES, PLAN_FACTS, type PlanFacts } from '../plan-facts.ts';
import { PLAN_NAMES } from '../plan-names.ts';
import type { ComparisonCell, ComparisonTableContent } from './comparison-schemas.ts';

/** A row of the table. Its values come from the plan facts. */
function row(name: string, cellOf: (facts: PlanFacts) => ComparisonCell, unit?: string) {
  return { name, unit, values: PLAN_NAMES.map((plan) => cellOf(PLAN_FACTS[plan])) };
}

export const COMPARISON_TABLE = {
  title: 'Compare every feature',
  intro: 'All bars in the table share one scale.',
  plans: [...PLAN_NAMES],
  max: PLAN_FACTS.Enterprise.perMonth,
  yes: 'Included',
  no: 'Not included',
  prices: {
    title: 'Prices',
    monthly: 'Per month',
    annual: 'Per year, paid at once',
    activation: 'Activation, once',
    enterprise: 'Custom',
    pending: 'Loading',
    unavailable: 'Not available now',
  },
  groups: [
    {
      title: 'Every month',
      rows: [
        ...ALLOWANCES.map(({ label, unit }) => row(label, ({ perMonth }) => perMonth, unit)),
        row('Custom Models', ({ customModels }) => customModels || null),
      ],
    },
    {
      title: 'Signals and delivery',
      rows: [row('Keyword feed', ({ keywordFeed }) => keywordFeed), row('Web-Hook Access', () => true)],
    },
    {
      title: 'People',
      rows: [
        row('Support', ({ support }) => support),
        row(
          'Who knows your account',
          ({ contact }) => contact && contact[0]?.toUpperCase() + contact.slice(1),
        ),
        row('Quarterly Business Review', ({ hasQuarterlyReview }) => hasQuarterlyReview),
      ],
    },
  ],
  action: { label: 'Contact Sales', to: '/contact?source=pricing' },
} satisfies ComparisonTableContent;
