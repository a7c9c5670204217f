import { CLAIMS, FIGURES_NOTE } from './claims.ts';
import type { EnrichmentContent, HeroContent, StatsContent } from './content-schemas.ts';
import { REFINEMENT_STEPS } from './data-refinement/refinement-steps.ts';
import { promiseLink } from './promise-link.ts';

export const HERO = {
  subtitle: 'Intent data, audiences and contacts as a service',
  title: 'Reach the buyers who are already looking.',
  description:
    'We see what the market is researching, find the people and companies about to decide, and give your team contacts to call today.',
  action: promiseLink('roi-forecast'),
  secondary: { label: 'See the plans', to: '/pricing' },
  strip: {
    from: `${CLAIMS.weeklySignals.written} ${CLAIMS.weeklySignals.label}`,
    to: 'The one to call today',
    alternative:
      'A field of scattered dots. From left to right it thins out and lines up, until a single dot stands out.',
  },
  sample: {
    title: 'Accounts in market today',
    columns: ['Account', 'Since', 'Interest'],
    rows: [
      [{ text: 'Northline Freight', note: 'Comparing payroll providers' }, 'Nov\u00a03', { score: 94 }],
      [{ text: 'Ostler & Wren', note: 'Reading about data residency' }, 'Nov\u00a06', { score: 87 }],
      [{ text: 'Calder Optics', note: 'Looking for a new CRM' }, 'Nov\u00a09', { score: 71 }],
      [{ text: 'Tidewater Supply', note: 'Pricing warehouse software' }, 'Nov\u00a011', { score: 58 }],
    ],
    caption: `These companies are invented. Your list names real ones, and changes with each ${CLAIMS.refresh.written} refresh.`,
  },
  compared: { without: 'Without', with: 'With our data' },
  claimsNote: `${FIGURES_NOTE.text} The forecast estimates yours.`,
  quote: {
    quote: 'For the first time, the list we start the week with is the list we close the month with.',
    role: 'Head of demand generation',
    industry: 'B2B software',
  },
  stories: { label: 'More success stories', to: '/features#stories-title' },
} satisfies HeroContent;

export const STATS = {
  title: 'Under the Hood of Our Tech',
  tiles: [
    { figure: 'people', claim: CLAIMS.consumers, key: 'One dot is a million people.' },
    { figure: 'accuracy', claim: CLAIMS.contactAccuracy, key: 'One tick is one contact in a hundred.' },
    { figure: 'week', claim: CLAIMS.weeklySignals, key: 'One mark is a billion. One row is a day.' },
    { figure: 'customers', claim: CLAIMS.customers, key: 'One square is ten customers.' },
  ],
  action: { label: 'What you can do with it', to: '/features' },
} satisfies StatsContent;

export const ENRICHMENT = {
  title: 'AI Data Enrichment',
  heading: 'Five passes, each one narrower.',
  description: 'Your records and ours go through all five, to a list your team can act on.',
  steps: REFINEMENT_STEPS.map((step) => step.title),
  action: { label: 'Learn More', to: '/data-refinement' },
} satisfies EnrichmentContent;
