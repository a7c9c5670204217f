import { CLAIMS, FIGURES_NOTE } from '../claims.ts';
import type { SampleCell } from '../content-schemas.ts';
import { SERVICE_HEADS } from '../services/service-heads.ts';
import type { RefinementPageContent } from '../services/service-schema.ts';
import { DATA_REFINEMENT_DIALOG } from './data-refinement-dialog.ts';
import { REFINEMENT_STEPS } from './refinement-steps.ts';

const HEAD = SERVICE_HEADS['data-refinement'];

/** What each pass learns of one person, and how many people are left after it. */
const PASSES: readonly SampleCell[][] = [
  ['Runs finance at a freight company', '64,000'],
  ['Compares three offers, and decides by year end', '9,100'],
  ['Has read about payroll since Nov\u00a03', '380'],
  [{ text: 'Interest 94\u00a0of\u00a0100', note: 'Compared plans twice' }, '40'],
  [{ added: 'Jordan Vale, Northline Freight, (503) 555-0142' }, '1 to call first'],
];

export const DATA_REFINEMENT = {
  name: HEAD.name,
  title: HEAD.title,
  intro: HEAD.description,
  sample: {
    title: 'One person, pass by pass',
    intro: 'Each pass learns more, and leaves fewer people.',
    sample: {
      title: 'Audience: moving to a new payroll provider',
      columns: ['Pass', 'What it learns', 'People left'],
      rows: REFINEMENT_STEPS.map(({ title }, pass) => [title, ...(PASSES[pass] ?? [])]),
      caption: `This person and the numbers above are invented. Your first pass begins with ${CLAIMS.consumers.written} ${CLAIMS.consumers.label}. ${FIGURES_NOTE.text}`,
    },
  },
  steps: {
    title: 'The five passes',
    intro: 'Each pass starts from the result of the one before.',
    items: REFINEMENT_STEPS,
  },
  inMarket: {
    title: 'In-market audience identification',
    description:
      'Fitting your profile is not enough. A person enters your audience only when interest is recent, repeated and rising.',
    caption: 'Three of these thirteen people are in market. One is ready.',
    action: { label: 'See audience creation', to: '/services/audience-creation' },
  },
  personas: {
    title: 'Advanced persona generation',
    description: 'A persona is only as good as its predictions. Four capabilities let us test ours.',
    capabilities: [
      {
        title: 'Behavioral analysis',
        description: 'What people do before they buy: what they read, in which order, how often.',
      },
      {
        title: 'Psychographic profiling',
        description: 'What they value and avoid, so you know which argument to lead with.',
      },
      {
        title: 'Predictive modeling',
        description: 'How likely they are to act, and when, tested against real outcomes.',
      },
      {
        title: 'Dynamic segmentation',
        description: 'People enter and leave segments automatically as their behavior changes.',
      },
    ],
  },
  closing: {
    title: 'Bring your own list.',
    description: 'Tell us what you have and what is wrong with it. We will tell you which passes it needs.',
  },
  dialog: DATA_REFINEMENT_DIALOG,
} satisfies RefinementPageContent;
