import type { QuoteContent } from './content-schemas.ts';

/** A quote of a plan for a customer. Only they download it. */
export const QUOTE = {
  title: 'Your quote',
  numbered: 'Quote {number}',
  customer: 'For',
  madeAt: 'Date',
  validUntil: 'Valid until',
  representative: 'Your representative',
  features: 'What it includes. Amounts are per month.',
  monthly: {
    label: 'Billed monthly',
    price: '{price} a month',
    instead: 'Billed monthly instead: {price} a month, {total} in the first year.',
  },
  annual: {
    label: 'Billed annually',
    price: '{price} a year',
    instead: 'Billed annually instead: {price} a year, {total} in the first year.',
  },
  activation: 'Activation, once',
  firstYear: 'First year in total',
  next: 'To go ahead, write to your representative by {day}, and name this quote. Until then these prices hold, even if our prices change. All amounts are in US dollars, and days are in UTC.',
  print: 'Print',
  pending: 'Making your quote',
  failed: {
    title: 'The quote could not be made',
    description: 'Check your connection. Asking again makes no second quote.',
  },
  unpriced: {
    title: 'There is no price to quote for this plan',
    description: 'Ask your representative for an offer.',
  },
} satisfies QuoteContent;
