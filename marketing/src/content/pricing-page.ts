import type { PricingPageContent } from './content-schemas.ts';
import { EXTRAS } from './extras.ts';
import { SUPPORT_HOURS } from './plan-facts.ts';

export const PRICING_PAGE: PricingPageContent = {
  title: 'Our Pricing Plans',
  subtitle: 'Flexible solutions for businesses of all sizes',
  extras: {
    title: 'Add to any plan',
    intro: 'More of what is included, when a month asks for it.',
    items: Object.values(EXTRAS),
  },
  terms: [
    { question: 'Can we upgrade later?', answer: 'Anytime. The rest of the running period is prorated.' },
    { question: 'What is basic support?', answer: `Email, answered within ${SUPPORT_HOURS.basic} hours.` },
    {
      question: 'What does priority add?',
      answer: `Phone, and an answer within ${SUPPORT_HOURS.priority} hours.`,
    },
  ],
  closing: {
    title: 'Not sure which plan fits?',
    description:
      'Tell us what you sell and to whom. We will say which plan carries it, and which one is too much.',
    action: { label: 'Contact Sales', to: '/contact?source=pricing&tier=general' },
  },
};
