import type { ContactPageContent } from './contact-schemas.ts';

export const CONTACT_PAGE: ContactPageContent = {
  title: 'Contact Our Data Experts',
  intro: 'Tell us who you need to reach. You will talk to someone who works with the data.',
  steps: [
    { title: 'We read it', description: 'Someone on our team reads your message and looks at your market.' },
    { title: 'We count', description: 'We check how many of the people you describe are in market now.' },
    { title: 'We show you', description: 'A short call with your own numbers on the screen. No slides.' },
  ],
  cardTitle: 'Send Us a Message',
  thanks: {
    title: 'Thank you. We have your message.',
    description: 'We will reply to the email address you gave us. There is nothing else to do.',
    reference: 'Your reference',
    again: 'Contact us again',
    home: 'Return Home',
  },
};
