import type { ContactDialogText } from './contact-schemas.ts';

export const CONTACT_DIALOG: ContactDialogText = {
  titles: { demo: 'Book a Personalized Demo', contact: 'Access Premium Solutions' },
  thanks: {
    title: 'Thank you. Your request is with us.',
    description: 'We will reply to the address you gave. You can go on where you were.',
  },
  close: 'Close',
  home: 'Return Home',
};
