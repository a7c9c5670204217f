import { CLAIMS } from './claims.ts';
import type { ApartCard } from './comparison-schemas.ts';

export const APART_CARDS: ApartCard[] = [
  {
    slug: 'signals',
    claim: CLAIMS.weeklySignals,
    title: 'Intent that was observed, not inferred',
    description: 'Who is in market shows in what they read this week, not in what they once filled in.',
    details: [
      {
        question: 'What counts as a signal',
        answer:
          'A page read, a search made, a comparison opened: behaviors and URLs, weighed by how recent they are.',
      },
      {
        question: 'How you choose your signals',
        answer: 'By keyword. The feed grows with the plan, from Standard over Enhanced and Premium to Elite.',
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
    description: 'A device, an address and a job belong to one person, so one record holds all three.',
    details: [
      {
        question: 'Business and private life in one record',
        answer:
          'The same person buys for a company and for a household. B2B and B2C contacts come from the same place.',
      },
      {
        question: 'Where it comes from',
        answer: `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}, joined on identifiers and not on guesses.`,
      },
    ],
  },
  {
    slug: 'accuracy',
    claim: CLAIMS.contactAccuracy,
    title: 'Contacts that answer',
    description: 'A list is worth what is left of it after the first hundred calls.',
    details: [
      {
        question: 'How a contact is checked',
        answer:
          'What is known online is held against what is known offline. Where the two disagree, the record waits.',
      },
      {
        question: 'What happens to your own lists',
        answer:
          'A data enrichment fills their gaps and marks what is out of date. Nothing of yours is overwritten.',
      },
    ],
  },
  {
    slug: 'refresh',
    claim: CLAIMS.refresh,
    title: 'No older than yesterday',
    description: 'Interest fades in days. A segment that is a month old describes someone else.',
    details: [
      {
        question: 'Who moves in and out',
        answer: 'People enter a segment when they begin to look and leave it when they stop. You see both.',
      },
      {
        question: 'How a change reaches you',
        answer: 'By web-hook, as it happens. All plans have Web-Hook Access.',
      },
    ],
  },
  {
    slug: 'integrations',
    claim: CLAIMS.integrations,
    title: 'Used where you already work',
    description: 'If data has to be exported first, no one uses it on a Monday morning.',
    details: [
      {
        question: 'Where audiences can go',
        answer: 'Into the advertising, mail and sales tools that your team has open already.',
      },
      {
        question: 'What if ours is not among them',
        answer: 'A web-hook sends the same records to any address that you name.',
      },
    ],
  },
];
