import type { ContactForm } from '@corvane/shared/contracts/backend/contact/contact-request-list';

/** What the visitor asked for, according to the form that they sent. */
export const REQUEST_FORM_WORDS: Record<ContactForm, string> = {
  contact: 'Contact form',
  demo: 'Demo request',
};
