import type { Testimonial } from './features-schemas.ts';

export const SUCCESS_STORIES = [
  {
    title: 'From a bought list to a working one',
    company: 'A maker of logistics software',
    industry: 'B2B software',
    quote:
      'We used to divide the list by alphabet. Now we divide it by who is reading about us, and the first calls of the day are the ones that matter.',
    author: 'M. Keller',
    role: 'Head of Demand Generation',
  },
  {
    title: 'Knowing who was on the calculator',
    company: 'A regional lender',
    industry: 'Financial services',
    quote:
      'Our rate calculator was always our best page and our worst form. The pixel matched many of the people who used it, and we could help while they were deciding.',
    author: 'S. Okafor',
    role: 'Director of Marketing',
  },
  {
    title: 'One report that both sides believe',
    company: 'A performance agency',
    industry: 'Advertising',
    quote:
      'Clients ask which campaign brought which customer. We can finally answer with names instead of a model of a model.',
    author: 'L. Brandt',
    role: 'Managing Partner',
  },
] satisfies Testimonial[];
