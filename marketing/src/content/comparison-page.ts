import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { APART_CARDS } from './apart-cards.ts';
import type { ComparisonPageContent } from './comparison-schemas.ts';
import { COMPARISON_TABLE } from './comparison-table.ts';
import { EXTRAS } from './extras.ts';
import { SUPPORT_HOURS } from './plan-facts.ts';

export const COMPARISON_PAGE: ComparisonPageContent = {
  title: 'Compare Our Plans',
  intro:
    'Four plans that differ in how much, how deep and who looks after you. Everything else is the same data.',
  apart: {
    title: 'What Sets Us Apart',
    intro: 'Five figures, and behind each of them how it comes about.',
    cards: APART_CARDS,
  },
  table: COMPARISON_TABLE,
  addOns: {
    title: 'Premium add-ons',
    intro: 'Each can be added to any plan, for as long as you need it.',
    lists: [
      {
        title: 'More of your plan',
        description: 'For the month that asks for more than the plan holds.',
        items: [
          { name: EXTRAS.audience, description: 'One more audience, described, counted and delivered.' },
          { name: EXTRAS.contacts, description: 'More people and companies with their contact details.' },
          { name: EXTRAS.enrichment, description: 'One more of your own lists, completed.' },
          { name: EXTRAS.model, description: 'One more model, trained on your outcomes.' },
        ],
        more: { label: 'How a custom model is built', to: '/services/custom-model' },
      },
      {
        title: 'Your own visitors',
        description: 'For teams that want to know who is already on the website.',
        items: [
          { name: EXTRAS.pixel, description: 'Tells you who is behind visits that stay anonymous.' },
          { name: EXTRAS.pixelMatches, description: 'More matched visitors for a busier site.' },
        ],
        more: { label: 'How the pixel works', to: '/services/pixel-package' },
      },
    ],
  },
  faq: {
    title: 'Questions that buyers ask',
    intro: 'What you do not find here, a person answers.',
    questions: [
      {
        question: 'Can we upgrade later?',
        answer: 'Yes, anytime. The rest of the running period is prorated, so you pay for no day twice.',
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
          'Accelerate Pro and Moonshot include one a month, Enterprise five. On Foundation+ a model can be added.',
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
        answer: `We show them after a conversation about what you need. Your representative then sends a link that makes them visible to you for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}.`,
      },
    ],
  },
  closing: {
    title: 'Need help selecting the right plan?',
    description:
      'Say how many markets you work and how often. We will name the smallest plan that carries it.',
    action: { label: 'Contact Sales', to: '/contact?source=pricing&tier=comparison' },
  },
};
