import { CLAIMS } from '../claims.ts';
import { COMPARE_SERVICES } from './compare-services.ts';
import { SERVICE_HEADS } from './service-heads.ts';
import type { ServiceContent } from './service-schema.ts';

export const SUPER_PIXEL: ServiceContent = {
  hero: {
    ...SERVICE_HEADS['super-pixel'],
    action: { label: 'Get Your Free ROI Assessment', to: '/contact' },
    caption:
      'Solid lines are certain: deterministic. Dotted lines are likely: probabilistic. The point in orange is your visitor.',
  },
  capabilities: {
    name: 'Capabilities',
    title: 'How it recognizes a visitor',
    intro: 'Certainty first, likelihood second, and the two are never mixed up.',
    items: [
      {
        title: 'Deterministic matching',
        description: 'A hashed email that is in the graph is the same person. No guess is involved.',
      },
      {
        title: 'Probabilistic matching',
        description: 'Where there is no such proof, device, place and behavior are weighed together.',
      },
      {
        title: 'Identity graph',
        description: `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label}, linked to devices, households and companies.`,
      },
      {
        title: 'Privacy-compliant design',
        description:
          'Emails are hashed before they are compared, and objections are honored before delivery.',
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'What that is worth',
    intro: 'The range is honest: it depends on who visits you.',
    items: [
      {
        title: 'More of the same traffic',
        description: `${CLAIMS.againstStandard.written} ${CLAIMS.againstStandard.label} means as many more people to talk to, with no more spent on clicks.`,
      },
      {
        title: 'A score you can rely on',
        description:
          'Each match says by which method it was found, so that sales and mail can treat them differently.',
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
    intro: 'Five trades in which an unknown visitor is expensive.',
    items: [
      { title: 'E-commerce', description: 'Win back baskets of people who never had an account.' },
      { title: 'B2B services', description: 'Learn which companies study your services, and who in them.' },
      {
        title: 'Financial services',
        description: 'Follow up on calculators that were used and not submitted.',
      },
      {
        title: 'Real estate',
        description: 'Tell the neighbor who is curious from the buyer who is back again.',
      },
      { title: 'Education', description: 'Reach people who compare courses before the deadline.' },
    ],
  },
  claims: {
    title: 'Three figures',
    items: [CLAIMS.matchRate, CLAIMS.identityGraph, CLAIMS.againstStandard],
  },
  closing: {
    title: 'See what goes with it.',
    description: 'Plans, allowances and support, side by side.',
    action: COMPARE_SERVICES,
  },
};
