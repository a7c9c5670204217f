import { OWNER_FACTS } from '@corvane/shared/brand/owner-facts';
import type { ContactDialogText } from './contact-schemas.ts';

export const CONTACT_DIALOG = {
  titles: { demo: 'Book a Personalized Demo', contact: 'Access Premium Solutions' },
  thanks: {
    title: 'Thank you. We have your request.',
    description: `A person answers ${OWNER_FACTS.answersWithin}, to the email address you gave us.`,
    reference: 'Your reference',
  },
  close: 'Close',
  home: 'Return Home',
} satisfies ContactDialogText;
