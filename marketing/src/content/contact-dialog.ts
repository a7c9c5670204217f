import type { ContactDialogText } from './contact-schemas.ts';

export const CONTACT_DIALOG: ContactDialogText = {
  titles: { demo: 'Book a Personalized Demo', contact: 'Access Premium Solutions' },
  thanks: {
    title: 'Thank you. We have your request.',
    description: 'We will reply to the email address you gave us.',
  },
  close: 'Close',
  home: 'Return Home',
};
