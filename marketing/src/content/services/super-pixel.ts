import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { COMPARE_SERVICES, SERVICE_HEADS } from './service-heads.ts';
import { SERVICE_SAMPLES } from './service-samples.ts';
import type { ServiceContent } from './service-schema.ts';

export const SUPER_PIXEL = {
  hero: {
    ...SERVICE_HEADS['super-pixel'],
    action: promiseLink('roi-assessment'),
    caption:
      'Solid lines are certain: deterministic. Dotted lines are likely: probabilistic. The orange point is your visitor.',
  },
  sample: SERVICE_SAMPLES['super-pixel'],
  capabilities: {
    name: 'Capabilities',
    title: 'How it recognizes a visitor',
    intro: 'Certain matches first, likely matches second. We never mix the two.',
    items: [
      {
        title: 'Deterministic matching',
        description: 'If a hashed email is in the graph, it is the same person. No guessing.',
      },
      {
        title: 'Probabilistic matching',
        description: 'Without an exact match, we weigh device, place and behavior together.',
      },
      {
        title: 'Identity graph',
        description: `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}, linked to devices, households and companies.`,
      },
      {
        title: 'Privacy-compliant design',
        description: 'We hash emails before we compare them, and honor opt-outs before we deliver.',
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'What it is worth',
    intro: 'We give a range, because the rate depends on who visits your site.',
    items: [
      {
        title: 'More of the same traffic',
        description: `${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label} means more people to talk to, without paying for more clicks.`,
      },
      {
        title: 'A match you can rely on',
        description: 'Each match says how it was found, so sales and email can treat it accordingly.',
      },
      {
        title: 'A forecast before you decide',
        description: 'The assessment estimates matches and their value from your own traffic.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Who uses it',
    intro: 'Five industries where an unknown visitor is expensive.',
    items: [
      {
        title: 'E-commerce',
        description: 'Win back abandoned baskets, even from people without an account.',
      },
      {
        title: 'B2B services',
        description: 'Match visits to companies and to the people in them.',
      },
      {
        title: 'Financial services',
        description: 'Follow up when someone used a calculator but did not submit it.',
      },
      {
        title: 'Real estate',
        description: 'Tell a curious neighbor from a returning buyer.',
      },
      { title: 'Education', description: 'Reach people comparing courses before the deadline.' },
    ],
  },
  claims: {
    title: 'What to expect',
    items: [CLAIMS.matchRate, CLAIMS.identityGraph, CLAIMS.againstStandard],
  },
  closing: {
    title: 'See what goes with it.',
    description: 'Plans, allowances and support, side by side.',
    action: COMPARE_SERVICES,
  },
} satisfies ServiceContent;
