import type { RefinementPageContent } from './refinement-schema.ts';
import { REFINEMENT_STEPS } from './refinement-steps.ts';
import { SERVICE_HEADS } from './services/service-heads.ts';

const HEAD = SERVICE_HEADS['data-refinement'];

export const DATA_REFINEMENT: RefinementPageContent = {
  name: HEAD.name,
  title: HEAD.title,
  intro: HEAD.description,
  steps: {
    title: 'The five passes',
    intro: 'Each works on what the one before has left.',
    items: REFINEMENT_STEPS,
  },
  inMarket: {
    title: 'In-market audience identification',
    description:
      'Fitting the description is not enough. Interest has to be recent, repeated and rising, and only then does a person enter your audience.',
    caption: 'Three people of thirteen are in market. One of them is ready.',
    action: { label: 'See audience creation', to: '/services/audience-creation' },
  },
  personas: {
    title: 'Advanced persona generation',
    description: 'A persona is worth what it predicts. Four capabilities make ours testable.',
    capabilities: [
      {
        title: 'Behavioral analysis',
        description: 'What people do before they buy: what they read, in which order, how often.',
      },
      {
        title: 'Psychographic profiling',
        description: 'What they value and avoid, so that you know which argument to begin with.',
      },
      {
        title: 'Predictive modeling',
        description: 'How likely they are to act, and when, tested against what really happened.',
      },
      {
        title: 'Dynamic segmentation',
        description: 'Segments that people enter and leave by themselves, as their behavior changes.',
      },
    ],
  },
  closing: {
    title: 'Bring your own list.',
    description: 'Tell us what you have and what is wrong with it. We will say which passes it needs.',
  },
  dialog: { action: 'Discuss Your Data Needs', source: 'data-refinement', tier: 'Data Refinement' },
};
