import type { Counted } from '@corvane/shared/contracts/backend/counted';

/** What the privacy page calls each thing that is counted. A new one without words is a type error. */
export const COUNTED_WORDS: Readonly<Record<Counted, string>> = {
  visit: 'the website is visited',
  view: 'each page is opened',
  'form-opened': 'the contact form is shown',
  'form-begun': 'the contact form is begun',
  'form-sent': 'the contact form is sent',
  'demo-booked': 'a demo is booked',
  'prices-seen': 'a customer sees our prices',
};
