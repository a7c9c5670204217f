import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { ALLOWANCES, PLAN_FACTS, type PlanFacts, SUPPORT_HOURS } from '../plan-facts.ts';
import { PLAN_NAMES } from '../plan-names.ts';
import { PLANS_CONTENT } from '../plans.ts';
import type { ComparisonCell, ComparisonPageContent, ComparisonTableContent } from './comparison-schemas.ts';

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
    enterprise: PLANS_CONTENT.enterprise,
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

/** Apart from the page's other sentences, which no script needs: one question depends on the session. */
export const COMPARISON_FAQ = {
  title: 'Frequently asked questions',
  intro: "Don't see yours?",
  ask: { label: 'Ask us', to: '/contact?source=pricing&tier=comparison' },
  questions: [
    {
      question: 'Can we upgrade later?',
      answer:
        'Yes, anytime. We prorate the rest of your billing period, so you never pay twice for the same day.',
    },
    {
      question: 'What does basic support cover?',
      answer: `Email, with a response within ${SUPPORT_HOURS.basic} hours. It comes with Foundation+.`,
    },
    {
      question: 'What does priority support add?',
      answer: `Phone, with a response within ${SUPPORT_HOURS.priority} hours. It comes with Accelerate Pro.`,
    },
    {
      question: 'How do premium and VIP support differ?',
      answer:
        'With premium support, on Moonshot, one dedicated success manager knows your account. With VIP support, on Enterprise, a success team does.',
    },
    {
      question: 'Which plans include custom models?',
      answer:
        'Accelerate Pro and Moonshot include one a month, Enterprise five. On Foundation+ you can add one.',
    },
    {
      question: 'Is Web-Hook Access a feature of the larger plans?',
      answer: 'No. All four plans have it.',
    },
    {
      question: 'Who gets a Quarterly Business Review?',
      answer: 'Enterprise customers, every quarter, with the success team that looks after them.',
    },
    {
      question: 'Why are there no prices on this page?',
      isAboutHiddenPrices: true,
      answer: `We share prices after a short conversation about what you need. Your representative then sends you a link that shows prices for ${ACCESS_LINK_LIFE_SECONDS / 3600} hours.`,
    },
  ],
} satisfies ComparisonPageContent['faq'];
