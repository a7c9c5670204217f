import { OWNER_FACTS } from '@corvane/shared/brand/owner-facts';
import type { ContactPageContent } from './contact-schemas.ts';

export const CONTACT_PAGE: ContactPageContent = {
  title: 'Contact Our Data Experts',
  intro: 'Tell us who you need to reach. You will talk to someone who works with the data.',
  stepsTitle: 'What happens next',
  steps: [
    { title: 'We read it', description: 'Someone on our team reads your message and looks at your market.' },
    { title: 'We count', description: 'We check how many of the people you describe are in market now.' },
    { title: 'We show you', description: 'A short call with your own numbers on the screen. No slides.' },
  ],
  cardTitle: 'Send Us a Message',
  thanks: {
    title: 'Thank you. We have your message.',
    description: `A person answers ${OWNER_FACTS.answersWithin}, to the email address you gave us.`,
    reference: 'Your reference',
    again: 'Contact us again',
    home: 'Return Home',
  },
};
