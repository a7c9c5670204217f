import { CLAIMS } from '../claims.ts';
import { COMPARE_SERVICES } from './compare-services.ts';
import { SERVICE_HEADS } from './service-heads.ts';
import type { ServiceContent } from './service-schema.ts';

export const CUSTOM_MODEL: ServiceContent = {
  hero: {
    ...SERVICE_HEADS['custom-model'],
    action: { label: 'Discuss a model', to: '/contact?source=custom-model' },
    caption:
      'Sixty prospects, ranked by the model. Teal bought, gray did not. Work goes to the left of the line.',
  },
  capabilities: {
    name: 'Capabilities',
    title: 'How a model is built',
    intro: 'Four stages. You see a result after each, and can stop there.',
    items: [
      {
        title: 'Outcomes',
        description: 'You export won and lost deals. A few hundred are enough to begin with.',
      },
      {
        title: 'Inputs',
        description:
          'We add behavioral, psychographic and predictive features from our data to each of them.',
      },
      {
        title: 'Test',
        description:
          'The model ranks deals that it has not seen. You read how often it was right, in plain figures.',
      },
      {
        title: 'Use',
        description: 'New prospects are scored as they appear, and sent to where your team works.',
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'Why your own',
    intro: 'A general score knows the market. Yours knows your customers.',
    items: [
      {
        title: 'It ranks by your outcome',
        description: 'Not by clicks or opens, but by what you have sold.',
      },
      {
        title: 'It says why',
        description: 'Each score comes with the features that raised it and those that lowered it.',
      },
      {
        title: 'It stays yours',
        description: 'No other customer’s audience is built with what it learned from your deals.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Decisions it takes part in',
    intro: 'Where a ranking decides who is called.',
    items: [
      { title: 'Who to call first', description: 'Order the week’s leads by the chance that they close.' },
      { title: 'Who will leave', description: 'See early which customers behave like those who left.' },
      { title: 'Where to expand', description: 'Find regions and trades that resemble your best ones.' },
    ],
  },
  claims: {
    title: 'What to expect',
    items: [CLAIMS.modelAccuracy, CLAIMS.accuracy, CLAIMS.refresh],
  },
  closing: {
    title: 'Three of four plans include models.',
    description: 'See how many a month, and how a model can be added to the fourth.',
    action: COMPARE_SERVICES,
  },
};
