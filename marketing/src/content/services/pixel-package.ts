import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { COMPARE_SERVICES, SERVICE_HEADS } from './service-heads.ts';
import { SERVICE_SAMPLES } from './service-samples.ts';
import type { ServiceContent, UpgradeContent } from './service-schema.ts';

export const PIXEL_PACKAGE = {
  hero: {
    ...SERVICE_HEADS['pixel-package'],
    action: promiseLink('pixel-package'),
    caption: `A hundred anonymous visits. Filled: matched, ${CLAIMS.matchRate.written}, the range in the lighter tone. Outlined: identifiable beyond that, up to ${CLAIMS.identifiableTraffic.written}.`,
  },
  sample: SERVICE_SAMPLES['pixel-package'],
  capabilities: {
    name: 'Capabilities',
    title: 'What the package does',
    intro: 'One tag, four jobs.',
    items: [
      {
        title: 'Recognize',
        description: 'Matches a visit to a person or a company, starting with the first page.',
      },
      {
        title: 'Complete',
        description: 'Adds the contact details your plan includes.',
      },
      {
        title: 'Rank',
        description: 'Ranks visitors by what they looked at and how often they came back.',
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
    intro: 'From traffic you already paid for.',
    items: [
      {
        title: 'A second chance at every visit',
        description: 'Someone who read three pages and left can still become a conversation.',
      },
      {
        title: 'Spend that can be traced',
        description: 'See which campaign brought which matched visitors, with or without a form.',
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
    intro: 'When a name is worth more than a visit count.',
    items: [
      {
        title: 'Pricing pages',
        description: 'Call matched visitors who compared your prices, the same day.',
      },
      {
        title: 'Abandoned baskets',
        description: 'Write to people who came close, even without an account.',
      },
      {
        title: 'Campaign landing pages',
        description: 'Meet more of your visitors than those who signed up.',
      },
      { title: 'Existing customers', description: 'See when a customer looks at a second product.' },
    ],
  },
  claims: {
    title: 'What to expect',
    items: [CLAIMS.matchRate, CLAIMS.identifiableTraffic, CLAIMS.integrations],
  },
  closing: {
    title: 'The pixel works with any plan.',
    description: 'See what each plan includes and what you can add.',
    action: COMPARE_SERVICES,
  },
} satisfies ServiceContent;

export const SUPER_PIXEL_UPGRADE = {
  title: 'Upgrade to the Super Pixel',
  description: 'The same tag with a larger identity graph, for sites where each match counts.',
  points: [
    `${CLAIMS.matchRate.written} match rate, ${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label}`,
    `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}`,
    'Hybrid deterministic and probabilistic matching',
    'Privacy-compliant design',
  ],
  action: { label: 'See the Super Pixel', to: '/services/super-pixel' },
} satisfies UpgradeContent;
