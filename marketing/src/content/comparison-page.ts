import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { APART_CARDS } from './apart-cards.ts';
import type { ComparisonPageContent } from './comparison-schemas.ts';
import { COMPARISON_TABLE } from './comparison-table.ts';
import { EXTRAS } from './extras.ts';
import { SUPPORT_HOURS } from './plan-facts.ts';

export const COMPARISON_PAGE: ComparisonPageContent = {
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
  faq: {
    title: 'Frequently asked questions',
    intro: "Don't see yours?",
    ask: { label: 'Ask us', to: '/contact?source=pricing&tier=comparison' },
    questions: [
      {
        question: 'Can we upgrade later?',
        answer:
          'Yes, anytime. We prorate the rest of your billing period, so you never pay twice for the same day.',
      },
      {
        question: 'What does basic support cover?',
        answer: `Email, with a response within ${SUPPORT_HOURS.basic} hours. It comes with Foundation+.`,
      },
      {
        question: 'What does priority support add?',
        answer: `Phone, with a response within ${SUPPORT_HOURS.priority} hours. It comes with Accelerate Pro.`,
      },
      {
        question: 'How do premium and VIP support differ?',
        answer:
          'With premium support, on Moonshot, one dedicated success manager knows your account. With VIP support, on Enterprise, a success team does.',
      },
      {
        question: 'Which plans include custom models?',
        answer:
          'Accelerate Pro and Moonshot include one a month, Enterprise five. On Foundation+ you can add one.',
      },
      {
        question: 'Is Web-Hook Access a feature of the larger plans?',
        answer: 'No. All four plans have it.',
      },
      {
        question: 'Who gets a Quarterly Business Review?',
        answer: 'Enterprise customers, every quarter, with the success team that looks after them.',
      },
      {
        question: 'Why are there no prices on this page?',
        isAboutHiddenPrices: true,
        answer: `We share prices after a short conversation about what you need. Your representative then sends you a link that shows prices for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}.`,
      },
    ],
  },
  closing: {
    title: 'Need help selecting the right plan?',
    description:
      'Tell us how many markets you cover and how often you need new audiences. We will suggest the smallest plan that fits.',
    action: { label: 'Contact Sales', to: '/contact?source=pricing&tier=comparison' },
  },
};
