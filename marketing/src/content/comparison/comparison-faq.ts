import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { SUPPORT_HOURS } from '../plan-facts.ts';
import type { ComparisonPageContent } from './comparison-schemas.ts';

/** Apart from the page's other sentences, which no script needs: one question depends on the session. */
export const COMPARISON_FAQ = {
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
} satisfies ComparisonPageContent['faq'];
