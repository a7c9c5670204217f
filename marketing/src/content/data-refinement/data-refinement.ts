import { SERVICE_HEADS } from '../services/service-heads.ts';
import type { RefinementPageContent } from '../services/service-schema.ts';
import { DATA_REFINEMENT_DIALOG } from './data-refinement-dialog.ts';
import { REFINEMENT_STEPS } from './refinement-steps.ts';

const HEAD = SERVICE_HEADS['data-refinement'];

export const DATA_REFINEMENT = {
  name: HEAD.name,
  title: HEAD.title,
  intro: HEAD.description,
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
