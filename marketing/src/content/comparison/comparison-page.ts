import { EXTRAS } from '../extras.ts';
import { APART_CARDS } from './apart-cards.ts';
import { COMPARISON_FAQ } from './comparison-faq.ts';
import type { ComparisonPageContent } from './comparison-schemas.ts';
import { COMPARISON_TABLE } from './comparison-table.ts';

export const COMPARISON_PAGE = {
  title: 'Compare Our Plans',
  intro: 'The plans differ in monthly amounts, keyword feed and support. The data behind them is the same.',
  apart: {
    title: 'What Sets Us Apart',
    intro: 'Five figures, and what is behind each one.',
    cards: APART_CARDS,
  },
  table: COMPARISON_TABLE,
  addOns: {
    title: 'Premium add-ons',
    intro: 'Add any of these to any plan, for as long as you need it.',
    lists: [
      {
        title: 'More of your plan',
        description: 'For months when you need more than your plan includes.',
        items: [
          { name: EXTRAS.audience, description: 'One more audience, sized and delivered.' },
          { name: EXTRAS.contacts, description: 'More people and companies with their contact details.' },
          { name: EXTRAS.enrichment, description: 'One more of your own lists, filled in.' },
          { name: EXTRAS.model, description: 'One more model, trained on your outcomes.' },
        ],
        more: { label: 'How a custom model is built', to: '/services/custom-model' },
      },
      {
        title: 'Your own visitors',
        description: 'For teams that want to know who is already on their website.',
        items: [
          { name: EXTRAS.pixel, description: 'Matches anonymous visits to people and companies.' },
          { name: EXTRAS.pixelMatches, description: 'More matched visitors for a busier site.' },
        ],
        more: { label: 'How the pixel works', to: '/services/pixel-package' },
      },
    ],
  },
  faq: COMPARISON_FAQ,
  closing: {
    title: 'Need help selecting the right plan?',
    description:
      'Tell us how many markets you cover and how often you need new audiences. We will suggest the smallest plan that fits.',
    action: { label: 'Contact Sales', to: '/contact?source=pricing&tier=comparison' },
  },
} satisfies ComparisonPageContent;
