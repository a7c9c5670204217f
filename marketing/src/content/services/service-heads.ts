import type { ServiceHead } from './service-schema.ts';

/** What each service is called and promises: at the top of its own page, and on the overview. */
export const SERVICE_HEADS = {
  'audience-creation': {
    name: 'In-Market Audience Creation',
    title: 'The people who are comparing right now.',
    description:
      'You describe what you sell. We find the people and companies whose reading shows that they are choosing, and leave out the rest.',
  },
  'data-refinement': {
    name: 'Data Refinement',
    title: 'Five passes, and what is left can be called.',
    description:
      'Raw data is large and mostly beside the point. Each pass removes what does not matter to you, and adds what you need to act on the rest.',
  },
  'pixel-package': {
    name: 'Pixel Package',
    title: 'Most visitors leave without a word. Now you know who they were.',
    description:
      'A small tag on your website recognizes visits that never fill in a form, and hands your team the people behind them.',
  },
  'super-pixel': {
    name: 'Super Pixel',
    title: 'One visit is enough to be recognized.',
    description:
      'The Super Pixel holds each anonymous visit against an identity graph, by two methods at once, and tells you who it was.',
  },
  'contact-enhancement': {
    name: 'B2B/B2C Contact Enhancement',
    title: 'Your list, with the gaps filled in.',
    description:
      'Send us the records you have. They come back with current titles, numbers and addresses, for the office and for the household.',
  },
  'custom-model': {
    name: 'Custom Model Development',
    title: 'A model that has only ever seen your deals.',
    description:
      'We train on what you won and what you lost, and rank the market by how much it looks like what you won.',
  },
} as const satisfies Record<string, ServiceHead>;
