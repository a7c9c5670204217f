import { OWNER_FIGURES } from '@corvane/shared/brand/owner-figures';
import type { Action, Claim } from './content-schemas.ts';

const { asOf, counts } = OWNER_FIGURES;

/**
 * Every figure that we claim, by name, in the specification's words, so "behaviours" keeps its spelling. What they leave
 * open is the owner's to say.
 */
export const CLAIMS = {
  salesCycle: { amount: 42, written: '42%', label: 'shorter sales cycle', counts: counts.salesCycle },
  qualifiedLeads: { amount: 4, written: '4x', label: 'more qualified leads', counts: counts.qualified },
  consumers: { amount: 280, written: '280M', label: 'US-based consumers in the database' },
  contactAccuracy: {
    amount: 95,
    written: '95%',
    label: 'accuracy on fully contact data with its online-to-offline database',
  },
  weeklySignals: { amount: 60, written: '60B', label: 'behaviours and URLs scanned every week' },
  customers: { amount: 1000, written: '1,000+', label: 'advertisers and agencies using the data' },
  accuracy: { amount: 98, written: '98%', label: 'accuracy', counts: counts.accuracy },
  matchRate: { amount: 60, from: 30, written: '30-60%', label: 'pixel match rate', counts: counts.matchRate },
  identifiableTraffic: { amount: 75, written: '75%', label: 'of anonymous traffic identifiable' },
  dataSources: { amount: 200, written: '200+', label: 'data sources' },
  integrations: { amount: 200, written: '200+', label: 'marketing tool integrations' },
  refresh: { amount: 24, written: '24-hour', label: 'refresh of pre-made segments' },
  identityGraph: { amount: 1, written: 'Over 1 billion', label: 'hashed emails in the identity graph' },
  againstStandard: {
    amount: 3,
    written: '2-3x',
    label: 'higher than standard pixels',
    counts: counts.againstStandard,
  },
  recordMatch: { amount: 98.7, written: '98.7%', label: 'match rate', counts: counts.recordMatch },
  hoursSaved: { amount: 15, written: '15+', label: 'hours saved weekly', counts: counts.hoursSaved },
  modelAccuracy: { amount: 85, written: '85%', label: 'greater accuracy', counts: counts.modelAccuracy },
  geoFence: { amount: 100, written: '100 m', label: 'geo-fencing' },
} as const satisfies Record<string, Claim>;

/** Beside figures: whose they are, since when they hold, and where the list of them is. */
export const FIGURES_NOTE = {
  text: `Our own figures, as of ${asOf}.`,
  action: { label: 'What each one counts', to: '/about#figures-title' } satisfies Action,
};
