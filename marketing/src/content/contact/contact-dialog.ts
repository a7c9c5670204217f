import type { ContactDialogText } from './contact-schemas.ts';

export const CONTACT_DIALOG = {
  titles: { demo: 'Book a Personalized Demo', contact: 'Access Premium Solutions' },
  thanks: {
    title: 'Thank you. We have your request.',
    reference: 'Your reference',
  },
  close: 'Close',
  home: 'Return Home',
} satisfies ContactDialogText;
