import type { FeaturesPageContent } from './features-schemas.ts';
import { SUCCESS_STORIES } from './success-stories.ts';

/*
 * The words of the page's controls, apart from its other sentences, which no script needs.
 */

export const FEATURES_STORIES = {
  title: 'Success stories',
  note: 'Told by the people who use the data.',
  previous: 'Previous story',
  next: 'Next story',
  testimonials: SUCCESS_STORIES,
} satisfies FeaturesPageContent['stories'];

export const FEATURES_PLANS = {
  title: 'Four plans. The same data.',
  description: 'They differ in monthly amounts, keyword feed and support.',
  show: 'View Our Plans',
  hide: 'Hide Pricing',
  page: { label: 'Our Pricing Plans', to: '/pricing' },
} satisfies FeaturesPageContent['plans'];
