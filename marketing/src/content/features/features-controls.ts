import type { FeaturesPageContent } from './features-schemas.ts';

/*
 * The words of the page's controls, apart from its other sentences, which no script needs.
 */

export const FEATURES_STORIES = {
  title: 'Success stories',
  note: 'Told by the people who use the data.',
  previous: 'Previous story',
  next: 'Next story',
  testimonials: [
    {
      title: 'From a bought list to a working one',
      company: 'A maker of logistics software',
      industry: 'B2B software',
      quote:
        'We used to divide the list by alphabet. Now we divide it by who is reading about us, and the first calls of the day are the ones that matter.',
      author: 'M. Keller',
      role: 'Head of demand generation',
    },
    {
      title: 'Knowing who was on the calculator',
      company: 'A regional lender',
      industry: 'Financial services',
      quote:
        'Our rate calculator was always our best page and our worst form. The pixel matched many of the people who used it, and we could help while they were deciding.',
      author: 'S. Okafor',
      role: 'Director of marketing',
    },
    {
      title: 'One report that both sides believe',
      company: 'A performance agency',
      industry: 'Advertising',
      quote:
        'Clients ask which campaign brought which customer. We can finally answer with names instead of a model of a model.',
      author: 'L. Brandt',
      role: 'Managing partner',
    },
  ],
} satisfies FeaturesPageContent['stories'];

export const FEATURES_PLANS = {
  title: 'Four plans. The same data.',
  description: 'They differ in monthly amounts, keyword feed and support.',
  show: 'View Our Plans',
  hide: 'Hide Pricing',
  page: { label: 'Our Pricing Plans', to: '/pricing' },
} satisfies FeaturesPageContent['plans'];
