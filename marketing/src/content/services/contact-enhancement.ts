import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { COMPARE_SERVICES, SERVICE_HEADS } from './service-heads.ts';
import { SERVICE_SAMPLES } from './service-samples.ts';
import type { ServiceContent } from './service-schema.ts';

export const CONTACT_ENHANCEMENT = {
  hero: {
    ...SERVICE_HEADS['contact-enhancement'],
    action: promiseLink('contact-enhancement'),
    caption: 'Ten records of a customer list. Gray was there before. Teal was added.',
  },
  sample: SERVICE_SAMPLES['contact-enhancement'],
  capabilities: {
    name: 'Capabilities',
    title: 'What we do with a record',
    intro: 'Four steps. We never overwrite your data.',
    items: [
      {
        title: 'Match',
        description: 'Find the person behind the record, even if the name is misspelled.',
      },
      {
        title: 'Check',
        description: 'Test what is there. Does the email still work? Is the job still theirs?',
      },
      {
        title: 'Add',
        description: `Fill in what is missing from ${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}, online and offline.`,
      },
      {
        title: 'Return',
        description: 'Deliver what changed, field by field, with the date we saw it.',
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
        description: 'We mark closed inboxes before you write to them.',
      },
      {
        title: 'One person, once',
        description: 'The same buyer at work and at home becomes one record.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Lists you can send us',
    intro: 'Four lists most companies have.',
    items: [
      {
        title: 'Your CRM from three years ago',
        description: 'Find out who still works there, and where the others went.',
      },
      { title: 'Event badges', description: 'Turn a name and a company into a person you can call.' },
      {
        title: 'Newsletter readers',
        description: 'Learn which companies are behind personal email addresses.',
      },
      { title: 'Direct mail', description: 'Match each household with its decision maker.' },
    ],
  },
  claims: {
    title: 'What to expect',
    items: [CLAIMS.recordMatch, CLAIMS.contactAccuracy, CLAIMS.dataSources, CLAIMS.hoursSaved],
  },
  closing: {
    title: 'Contacts are part of every plan.',
    description: 'See how many lists of contacts each plan includes per month.',
    action: COMPARE_SERVICES,
  },
} satisfies ServiceContent;
