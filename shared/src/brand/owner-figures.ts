/**
 * What only the owner knows about the figures in `marketing/src/content/claims.ts`. Every line is a PLACEHOLDER with our
 * proposal: confirm or replace it before the site is public, and again with each new figure.
 */
export const OWNER_FIGURES = {
  /** PLACEHOLDER. The month in which the figures were last counted. It ends a sentence: 'Our own figures, as of …'. */
  asOf: 'November 2026',
  /** PLACEHOLDER. What a figure counts, where its own words leave that open. Each is a line of its own. */
  counts: {
    salesCycle: 'Days from first call to order, against the year before.',
    qualified: 'Leads that sales accepted, against the year before.',
    accuracy: 'Of a checked sample of records, those that were right.',
    matchRate: 'Of the anonymous visits to a site, those that we match.',
    againstStandard: 'The match rate, on the same traffic.',
    recordMatch: 'Of the records of a customer’s list, those that we match.',
    hoursSaved: 'Per team, by not looking up contacts.',
    modelAccuracy: 'Against a general score, on the same deals.',
  },
} as const;
