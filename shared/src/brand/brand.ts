import type { Brand } from './brand-schema.ts';

/**
 * Who the site belongs to. Builds, prerendered pages, mails and drawings all take it from here. After a change, run
 * `npx -y pnpm@12 run brand`, which draws the icons and the pictures for link previews again.
 */
export const BRAND: Brand = {
  name: 'Corvane',
  description: 'Intent data, in-market audiences and enriched contacts as a service.',
  legalName: 'Corvane',
  mail: {
    senderName: 'Corvane',
    senderAddress: 'no-reply@corvane.example',
    teamAddress: 'sales@corvane.example',
  },
  social: { LinkedIn: '', X: '', Facebook: '', Instagram: '' },
  icon: { ground: '#0e1b2a', ring: '#fbfaf7', point: '#e4572e' },
};
