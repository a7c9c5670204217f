import type { Action } from '../content-schemas.ts';
import type { ServiceHead } from './service-schema.ts';

/** The name and promise of each service, for its own page and for the overview. */
export const SERVICE_HEADS = {
  'audience-creation': {
    name: 'In-Market Audience Creation',
    title: 'The people who are comparing now.',
    description:
      'You describe what you sell. We find the people and companies researching it now, and leave out the rest.',
  },
  'data-refinement': {
    name: 'Data Refinement',
    title: 'Five passes from raw data to people you can call.',
    description:
      'Most raw data is noise. Each pass removes what does not matter and adds what you need to act.',
  },
  'pixel-package': {
    name: 'Pixel Package',
    title: 'Most visitors leave without a word. Meet more of them.',
    description:
      'A small tag on your website matches visitors who never fill in a form and passes them to your team.',
  },
  'super-pixel': {
    name: 'Super Pixel',
    title: 'One visit can be enough to recognize a buyer.',
    description:
      'The Super Pixel checks each anonymous visit against an identity graph. Two methods together match more of them.',
  },
  'contact-enhancement': {
    name: 'B2B/B2C Contact Enhancement',
    title: 'Your list, with the gaps filled in.',
    description:
      'Send us your records. We return them with current titles, numbers and addresses, for work and home.',
  },
  'custom-model': {
    name: 'Custom Model Development',
    title: 'A model trained on your own deals.',
    description:
      'We train on the deals you won and lost, then rank the market by how closely it resembles your wins.',
  },
} as const satisfies Record<string, ServiceHead>;

/** The last link of every service page. */
export const COMPARE_SERVICES: Action = { label: 'Compare All Services', to: '/comparison' };
