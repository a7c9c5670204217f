import { BOOK_A_DEMO_PATH } from '@corvane/shared/contracts/remote/demo-link';
import { CLAIMS } from './claims.ts';
import type { FeaturesPageContent } from './features-schemas.ts';
import { SUCCESS_STORIES } from './success-stories.ts';

export const FEATURES_PAGE: FeaturesPageContent = {
  hero: {
    subtitle: 'What the data does for you',
    title: 'Know who is buying before they ask.',
    description:
      'Targeting, enrichment, attribution and audiences on one database, so that marketing and sales look at the same people.',
    action: { label: 'Book a Demo', to: BOOK_A_DEMO_PATH },
    claims: [CLAIMS.salesCycle, CLAIMS.qualifiedLeads, CLAIMS.contactAccuracy],
  },
  features: {
    title: 'Four things, done exactly.',
    intro: 'Each stands on its own. Together they follow a buyer from the first search to the invoice.',
    cards: [
      {
        icon: 'target',
        color: 'ink',
        title: 'Precision Targeting',
        description: 'Reach people by what they are reading now, narrowed by role, company and place.',
        detail: `Geo-fencing to ${CLAIMS.geoFence.written}`,
      },
      {
        icon: 'layers',
        color: 'paper',
        title: 'Comprehensive Data Enrichment',
        description: 'Fill in the records that you own, for the office and for the household.',
        detail: `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}`,
      },
      {
        icon: 'trace',
        color: 'sunken',
        title: 'Marketing Attribution',
        description: 'Trace revenue to the campaign that began it, even without a filled-in form.',
        detail: `${CLAIMS.identifiableTraffic.written} ${CLAIMS.identifiableTraffic.label}`,
      },
      {
        icon: 'group',
        color: 'teal',
        title: 'Custom Audience Building',
        description: 'Describe your buyers once, and use the audience in every channel.',
        detail: `${CLAIMS.integrations.written} ${CLAIMS.integrations.label}`,
      },
    ],
  },
  stories: {
    title: 'Success stories',
    note: 'Told by the people who use the data.',
    previous: 'Previous story',
    next: 'Next story',
    testimonials: SUCCESS_STORIES,
  },
  superPixel: {
    title: 'The Super Pixel',
    problem: {
      title: 'The problem',
      description: 'You pay for every visit, and most of them end without a name.',
    },
    solution: {
      title: 'The solution',
      description: `A tag that holds each visit against an identity graph and recognizes it: a ${CLAIMS.matchRate.written} ${CLAIMS.matchRate.label}.`,
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
          description: 'Where proof is missing, device, place and behavior are weighed.',
        },
        { title: 'Hybrid', description: 'Both at once, and each match says by which of them it was found.' },
      ],
    },
    differentiators: {
      title: 'What is different',
      items: [
        `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}`,
        `${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label}`,
        'Privacy-compliant design',
        'Delivered by web-hook, visit by visit',
      ],
    },
    action: { label: 'See the Pixel Package', to: '/services/pixel-package' },
  },
  technology: {
    title: 'The technology',
    cards: [
      {
        claim: CLAIMS.weeklySignals,
        title: 'A reader that does not tire',
        description:
          'Behavior is read all week and weighed by how recent, how frequent and how specific it is.',
      },
      {
        claim: CLAIMS.recordMatch,
        title: 'A database that joins both worlds',
        description:
          'Online identifiers and offline addresses belong to the same people, and are kept as one record.',
      },
    ],
  },
  howItWorks: {
    title: 'How it works',
    steps: [
      { title: 'Audience Identification', description: 'You describe your buyers. We count them.' },
      { title: 'Data Collection', description: 'Their signals are gathered as they appear.' },
      { title: 'AI Processing', description: 'Noise is removed, and the rest is ranked.' },
      { title: 'Channel Integration', description: 'The result goes to the tools that you use.' },
      { title: 'ROI Optimization', description: 'What was won teaches the next audience.' },
    ],
  },
  plans: {
    title: 'Four plans carry all of this.',
    description: 'They differ in monthly amounts, keyword feed and support.',
    show: 'View Our Plans',
    hide: 'Hide Pricing',
    page: { label: 'Our Pricing Plans', to: '/pricing' },
  },
};
