import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { FEATURES_PLANS, FEATURES_STORIES } from './features-controls.ts';
import type { FeaturesPageContent } from './features-schemas.ts';

export const FEATURES_PAGE = {
  hero: {
    subtitle: 'What the data does for you',
    title: 'Know who is buying before they ask.',
    description:
      'Targeting, enrichment, attribution and audiences on one database, so marketing and sales see the same people.',
    action: promiseLink('demo'),
    claims: [CLAIMS.salesCycle, CLAIMS.qualifiedLeads, CLAIMS.contactAccuracy],
  },
  features: {
    title: 'Four things, done precisely.',
    intro: 'Use each on its own, or follow a buyer from first search to invoice with all four.',
    cards: [
      {
        icon: 'target',
        color: 'ink',
        title: 'Precision Targeting',
        description: 'Reach people by what they are reading now. Narrow it by role, company and place.',
        detail: `Geo-fencing to ${CLAIMS.geoFence.written}`,
      },
      {
        icon: 'layers',
        color: 'paper',
        title: 'Comprehensive Data Enrichment',
        description: 'Fill in the records you own, with business and household details.',
        detail: `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}`,
      },
      {
        icon: 'trace',
        color: 'sunken',
        title: 'Marketing Attribution',
        description: 'Trace revenue back to the campaign that started it, even without a form.',
        detail: `${CLAIMS.identifiableTraffic.written} ${CLAIMS.identifiableTraffic.label}`,
      },
      {
        icon: 'group',
        color: 'teal',
        title: 'Custom Audience Building',
        description: 'Describe your buyers once. Use the audience in every channel.',
        detail: `${CLAIMS.integrations.written} ${CLAIMS.integrations.label}`,
      },
    ],
  },
  stories: FEATURES_STORIES,
  superPixel: {
    title: 'The Super Pixel',
    problem: {
      title: 'The problem',
      description: 'You pay for every visit, but most visitors stay anonymous.',
    },
    solution: {
      title: 'The solution',
      description: `A tag that checks each visit against an identity graph, with a ${CLAIMS.matchRate.written} ${CLAIMS.matchRate.label}.`,
    },
    approach: {
      title: 'Our approach',
      cards: [
        {
          title: 'Deterministic',
          description: 'The same hashed email is the same person. This comes first.',
        },
        {
          title: 'Probabilistic',
          description: 'Without an exact match, we weigh device, place and behavior.',
        },
        { title: 'Hybrid', description: 'We use both. Each match says how it was found.' },
      ],
    },
    differentiators: {
      title: 'What is different',
      items: [
        `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}`,
        `${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label}`,
        'Privacy-compliant design',
        'Delivered by web-hook, one visit at a time',
      ],
    },
    action: { label: 'See the pixel package', to: '/services/pixel-package' },
  },
  technology: {
    title: 'The technology',
    cards: [
      {
        claim: CLAIMS.weeklySignals,
        title: 'We read all week',
        description:
          'We read behavior around the clock and weigh it by how recent, frequent and specific it is.',
      },
      {
        claim: CLAIMS.recordMatch,
        title: 'One record per person',
        description: 'Online identifiers and offline addresses of the same person are kept in one record.',
      },
    ],
  },
  howItWorks: {
    title: 'How it works',
    steps: [
      { title: 'Audience Identification', description: 'You describe your buyers. We count them.' },
      { title: 'Data Collection', description: 'We collect their signals as they appear.' },
      { title: 'AI Processing', description: 'We remove the noise and rank the rest.' },
      { title: 'Channel Integration', description: 'The result goes to the tools you use.' },
      { title: 'ROI Optimization', description: 'What you win improves the next audience.' },
    ],
  },
  plans: FEATURES_PLANS,
} satisfies FeaturesPageContent;
