import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { COMPARE_SERVICES, SERVICE_HEADS } from './service-heads.ts';
import { SERVICE_SAMPLES } from './service-samples.ts';
import type { ServiceContent } from './service-schema.ts';

export const CUSTOM_MODEL = {
  hero: {
    ...SERVICE_HEADS['custom-model'],
    action: promiseLink('custom-model'),
    caption:
      'Sixty prospects, ranked by the model. Teal bought, gray did not. Your team works to the left of the line.',
  },
  sample: SERVICE_SAMPLES['custom-model'],
  capabilities: {
    name: 'Capabilities',
    title: 'How a model is built',
    intro: 'Four stages. You see a result after each one and can stop there.',
    items: [
      {
        title: 'Outcomes',
        description: 'You export won and lost deals. The more you have, the more the model learns.',
      },
      {
        title: 'Inputs',
        description: 'We add behavioral, psychographic and predictive features from our data to each deal.',
      },
      {
        title: 'Test',
        description: 'The model ranks deals it has not seen. You see how often it was right.',
      },
      {
        title: 'Use',
        description: 'We score new prospects as they appear and send them to the tools your team uses.',
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
        description: 'It ranks by what you sold, not by clicks or opens.',
      },
      {
        title: 'It says why',
        description: 'Each score shows what raised it and what lowered it.',
      },
      {
        title: 'It stays yours',
        description: 'We never use what it learned from your deals for another customer.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Decisions it helps you make',
    intro: 'When a ranking decides who your team calls.',
    items: [
      { title: 'Who to call first', description: "Rank this week's leads by their chance to close." },
      { title: 'Who will leave', description: 'Spot customers who behave like those who left.' },
      { title: 'Where to expand', description: 'Find regions and industries that resemble your best ones.' },
    ],
  },
  claims: {
    title: 'What to expect',
    items: [CLAIMS.modelAccuracy, CLAIMS.accuracy, CLAIMS.refresh],
  },
  closing: {
    title: 'Three of four plans include models.',
    description: 'See how many each includes, and how to add one to the fourth.',
    action: COMPARE_SERVICES,
  },
} satisfies ServiceContent;
