import type { ContactPageContent } from './contact-schemas.ts';

export const CONTACT_PAGE: ContactPageContent = {
  title: 'Contact Our Data Experts',
  intro: 'Tell us who you need to reach. You will talk to someone who works with the data.',
  openings: {
    'new-link': {
      title: 'See prices again',
      intro:
        'Use the email address that your link came to. Your sales representative gets your request and can send you a new link.',
    },
    'opt-out': {
      title: 'Your data, your decision',
      intro: 'Ask what we hold about you, correct it, delete it, or object to its being passed on.',
    },
  },
  customer: {
    title: 'Ask {rep}',
    intro: 'Your question goes to {rep}, who gave you access to prices, and is answered by email.',
  },
  cardTitle: 'Send Us a Message',
  thanks: {
    title: 'Thank you. We have your message.',
    reference: 'Your reference',
    again: 'Contact us again',
    home: 'Return Home',
  },
};
