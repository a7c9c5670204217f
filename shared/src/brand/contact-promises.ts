/**
 * What a link to the contact form promises, by the `source` in its address. The link, the heading of the form and its
 * button use the same words. The mail and the portal use them for the request too. The request stores the source.
 */
export const CONTACT_PROMISES = {
  demo: 'Book a Demo',
  'pricing-demo': 'Book a Demo to See Pricing',
  'roi-forecast': 'Get Your Free ROI Forecast',
  'roi-assessment': 'Get Your Free ROI Assessment',
  'audience-creation': 'Size your audience',
  'pixel-package': 'Ask about the pixel',
  'contact-enhancement': 'Enrich a sample',
  'custom-model': 'Discuss a model',
  'data-refinement': 'Discuss Your Data Needs',
  'new-link': 'Request a new link',
  'more-time': 'Ask for more time',
  quote: 'Go ahead with this quote',
  'opt-out': 'Opt out or ask about your data',
} as const;

export type PromiseSource = keyof typeof CONTACT_PROMISES;

/** @returns undefined for a source that promises nothing, such as `general`. */
export function promiseOf(source: string): string | undefined {
  return Object.hasOwn(CONTACT_PROMISES, source) ? CONTACT_PROMISES[source as PromiseSource] : undefined;
}
