import { CLAIMS } from '../claims.ts';
import { COMPARE_SERVICES } from './compare-services.ts';
import { SERVICE_HEADS } from './service-heads.ts';
import type { ServiceContent } from './service-schema.ts';

export const CONTACT_ENHANCEMENT: ServiceContent = {
  hero: {
    ...SERVICE_HEADS['contact-enhancement'],
    action: { label: 'Have a sample completed', to: '/contact?source=contact-enhancement' },
    caption: 'Ten records of a customer list. Grey was there; teal was added.',
  },
  capabilities: {
    name: 'Capabilities',
    title: 'What we do with a record',
    intro: 'Four steps, and nothing of yours is overwritten.',
    items: [
      {
        title: 'Match',
        description: 'Find the one person that the record means, also with a misspelled name.',
      },
      {
        title: 'Check',
        description: 'Test what is there: does the address answer, is the job still theirs?',
      },
      {
        title: 'Add',
        description: `Fill what is missing from ${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}, online and offline.`,
      },
      {
        title: 'Return',
        description: 'Deliver what changed, field by field, with the day on which it was seen.',
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'What your team notices',
    intro: 'On the first day.',
    items: [
      {
        title: 'Less looking up',
        description: `${CLAIMS.hoursSaved.written} ${CLAIMS.hoursSaved.label}, by not searching for numbers that are out of date.`,
      },
      {
        title: 'Mail that arrives',
        description: 'Closed inboxes are marked before you write to them.',
      },
      {
        title: 'One person, once',
        description: 'The buyer at work and the same buyer at home become one record.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Lists that come back complete',
    intro: 'Four lists that most companies have.',
    items: [
      {
        title: 'The CRM of three years ago',
        description: 'Find out who still works there, and where the others went.',
      },
      { title: 'Event badges', description: 'Turn a name and a company into a person you can call.' },
      { title: 'Newsletter readers', description: 'Learn which companies stand behind private addresses.' },
      { title: 'Direct mail', description: 'Match a household with the person who decides in it.' },
    ],
  },
  claims: {
    title: 'How well it goes',
    items: [CLAIMS.recordMatch, CLAIMS.contactAccuracy, CLAIMS.dataSources, CLAIMS.hoursSaved],
  },
  closing: {
    title: 'Contacts are part of every plan.',
    description: 'See how many a month each plan holds.',
    action: COMPARE_SERVICES,
  },
};
