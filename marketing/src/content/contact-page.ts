import type { ContactPageContent } from './contact-schemas.ts';

export const CONTACT_PAGE: ContactPageContent = {
  title: 'Contact Our Data Experts',
  intro: 'Tell us who you need to reach. You will talk to a person who works with the data, not to a script.',
  steps: [
    { title: 'We read it', description: 'A person does, and looks at your market before answering.' },
    { title: 'We count', description: 'How many of the people you describe are in market now.' },
    { title: 'We show you', description: 'A call with your own numbers on the screen, and no slides.' },
  ],
  cardTitle: 'Send Us a Message',
  thanks: {
    title: 'Thank you. Your message is with us.',
    description: 'We will reply to the address you gave. Nothing else is needed from you.',
    reference: 'Your reference',
    again: 'Contact us again',
    home: 'Return Home',
  },
};
