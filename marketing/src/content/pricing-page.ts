import type { PricingPageContent } from './content-schemas.ts';
import { EXTRAS } from './extras.ts';
import { SUPPORT_HOURS } from './plan-facts.ts';

export const PRICING_PAGE = {
  title: 'Our Pricing Plans',
  subtitle: 'Flexible solutions for businesses of all sizes',
  extras: {
    title: 'Add to any plan',
    intro: 'For the months when you need more than your plan includes.',
    items: Object.values(EXTRAS),
  },
  terms: [
    {
      question: 'Can we upgrade later?',
      answer: 'Yes, anytime. We prorate the rest of your billing period.',
    },
    { question: 'What is basic support?', answer: `Email, answered within ${SUPPORT_HOURS.basic} hours.` },
    {
      question: 'What does priority add?',
      answer: `Phone, and an answer within ${SUPPORT_HOURS.priority} hours.`,
    },
  ],
  closing: {
    title: 'Not sure which plan fits?',
    description:
      'Tell us what you sell and who buys it. We will tell you which plan fits, and which one is more than you need.',
    action: { label: 'Contact Sales', to: '/contact?source=pricing&tier=general' },
  },
} satisfies PricingPageContent;
