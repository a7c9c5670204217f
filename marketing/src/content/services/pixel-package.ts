import { CLAIMS } from '../claims.ts';
import { COMPARE_SERVICES } from './compare-services.ts';
import { SERVICE_HEADS } from './service-heads.ts';
import type { ServiceContent, UpgradeContent } from './service-schema.ts';

export const PIXEL_PACKAGE: ServiceContent = {
  hero: {
    ...SERVICE_HEADS['pixel-package'],
    action: { label: 'Ask about the pixel', to: '/contact?source=pixel-package' },
    caption: `A hundred anonymous visits. Filled: matched, ${CLAIMS.matchRate.written}, the range in the lighter tone. Outlined: identifiable beyond that, up to ${CLAIMS.identifiableTraffic.written}.`,
  },
  capabilities: {
    name: 'Capabilities',
    title: 'What the package does',
    intro: 'One tag, four jobs.',
    items: [
      {
        title: 'Recognize',
        description: 'Matches a visit with a person or a company, from the first page on.',
      },
      {
        title: 'Complete',
        description: 'Adds the contact details that your plan covers.',
      },
      {
        title: 'Rank',
        description: 'Orders visitors by what they looked at and how often they came back.',
      },
      {
        title: 'Deliver',
        description: `Sends them on by web-hook or into one of ${CLAIMS.integrations.written} ${CLAIMS.integrations.label}.`,
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'What you gain',
    intro: 'From traffic that you have paid for already.',
    items: [
      {
        title: 'A second chance at every visit',
        description: 'Somebody who read three pages and left is a conversation, not a statistic.',
      },
      {
        title: 'Spend that can be traced',
        description: 'You see which campaign brought which people, whether or not they filled in a form.',
      },
      {
        title: 'Nothing to build',
        description: 'The tag is one line. Your forms and your pages stay as they are.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Visits worth a name',
    intro: 'Where a name is worth more than a visit count.',
    items: [
      { title: 'Pricing pages', description: 'Know who compared your prices, and call on the same day.' },
      {
        title: 'Abandoned baskets',
        description: 'Write to people who came close, also when they had no account.',
      },
      { title: 'Campaign landing pages', description: 'Learn who came, beyond the few who signed up.' },
      { title: 'Existing customers', description: 'See who is looking at a second product.' },
    ],
  },
  claims: {
    title: 'What to expect of it',
    items: [CLAIMS.matchRate, CLAIMS.identifiableTraffic, CLAIMS.integrations],
  },
  closing: {
    title: 'The pixel works with any plan.',
    description: 'See what the plans include, and what can be added to them.',
    action: COMPARE_SERVICES,
  },
};

export const SUPER_PIXEL_UPGRADE: UpgradeContent = {
  title: 'Upgrade to the Super Pixel',
  description: 'The same tag with a larger memory, for sites where each match counts.',
  points: [
    `${CLAIMS.matchRate.written} match rate, ${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label}`,
    `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}`,
    'Hybrid deterministic and probabilistic matching',
    'Privacy-compliant design',
  ],
  action: { label: 'See the Super Pixel', to: '/services/super-pixel' },
};
