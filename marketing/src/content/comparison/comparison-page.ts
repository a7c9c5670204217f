import { CLAIMS, FIGURES_NOTE } from '../claims.ts';
import { EXTRAS } from '../extras.ts';
import { COMPARISON_FAQ, COMPARISON_TABLE } from './comparison-controls.ts';
import type { ComparisonPageContent } from './comparison-schemas.ts';

export const COMPARISON_PAGE = {
  title: 'Compare Our Plans',
  intro: 'The plans differ in monthly amounts, keyword feed and support. The data behind them is the same.',
  apart: {
    title: 'What Sets Us Apart',
    intro: `${FIGURES_NOTE.text} Each says what is behind it.`,
    cards: [
      {
        slug: 'signals',
        claim: CLAIMS.weeklySignals,
        title: 'Intent we observe, not guess',
        description: 'What people read this week shows who is in market. An old form does not.',
        details: [
          {
            question: 'What counts as a signal',
            answer: 'A page read, a search, a comparison opened. We weigh each one by how recent it is.',
          },
          {
            question: 'How you choose your signals',
            answer: 'By keyword. The feed grows with the plan: Standard, Enhanced, Premium, Elite.',
          },
          {
            question: 'What you receive',
            answer: 'The people and companies behind the signals, not a report about a market.',
          },
        ],
      },
      {
        slug: 'database',
        claim: CLAIMS.consumers,
        title: 'One database, online and offline',
        description: 'One person has a device, an address and a job. One record holds all three.',
        details: [
          {
            question: 'Work and home in one record',
            answer:
              'The same person buys for a company and for a household. Our B2B and B2C contacts come from the same database.',
          },
          {
            question: 'Where it comes from',
            answer: `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}, joined on shared identifiers.`,
          },
        ],
      },
      {
        slug: 'accuracy',
        claim: CLAIMS.contactAccuracy,
        title: 'Contacts that answer',
        description: 'A list is only worth the contacts that still answer.',
        details: [
          {
            question: 'How a contact is checked',
            answer:
              'We compare what we know online with what we know offline. If the two disagree, we hold the record back.',
          },
          {
            question: 'What happens to your own lists',
            answer:
              'A data enrichment fills the gaps and marks what is out of date. We never overwrite your data.',
          },
        ],
      },
      {
        slug: 'refresh',
        claim: CLAIMS.refresh,
        title: 'No older than yesterday',
        description: 'Interest fades in days. A month-old segment describes someone else.',
        details: [
          {
            question: 'Who moves in and out',
            answer: 'People enter a segment when they start looking and leave when they stop. You see both.',
          },
          {
            question: 'How a change reaches you',
            answer: 'By web-hook, after each refresh. All plans include Web-Hook Access.',
          },
        ],
      },
      {
        slug: 'integrations',
        claim: CLAIMS.integrations,
        title: 'Works where you already work',
        description: 'Data that has to be exported first rarely gets used.',
        details: [
          {
            question: 'Where audiences can go',
            answer: 'To the advertising, email and sales tools your team already uses.',
          },
          {
            question: 'What if our tool is not on the list',
            answer: 'A web-hook sends the same records to any address you choose.',
          },
        ],
      },
    ],
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
