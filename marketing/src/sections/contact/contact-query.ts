import { ORIGIN_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import type { ChosenBilling } from '@corvane/shared/contracts/backend/prices/pricing';
import { cutText } from '@corvane/shared/lib/cut-text';

/** The query of a link to the contact page: the link's place and subject. */
export interface ContactQuery {
  source: string;
  /** Plan name. '' for none. */
  tier: string;
  /** How that plan is to be billed, if a customer chose it. */
  billing?: ChosenBilling | undefined;
}

export const DEFAULT_QUERY: ContactQuery = { source: 'general', tier: '' };

/** `source` of a question about a plan. */
export const PRICING_SOURCE = 'pricing';

/** `source` of a customer who goes ahead with a quote. */
export const QUOTE_SOURCE = 'quote';

/** `source` of a demo request from the plans, while their prices are hidden. */
export const PRICING_DEMO_SOURCE = 'pricing-demo';

/** The address of the contact page with the same form as the dialog. */
export function pathOfQuery({ source, tier, billing }: ContactQuery): string {
  return `/contact?source=${encodeURIComponent(source)}${tier && `&tier=${encodeURIComponent(tier)}`}${billing ? `&billing=${billing}` : ''}`;
}

/** @param search query string with its leading `?`, or ''. */
export function readContactQuery(search: string): ContactQuery {
  const query = new URLSearchParams(search);
  const read = (name: string) => cutText((query.get(name) ?? '').trim(), ORIGIN_MAX).trim();
  const [billing] = /^(?:monthly|annual)$/.exec(read('billing')) ?? [];
  return {
    source: read('source') || DEFAULT_QUERY.source,
    tier: read('tier'),
    billing: billing as ContactQuery['billing'],
  };
}

/** `demo` if the link's source is a demo, such as Book a Demo. Otherwise `contact`. */
export function projectTypeOf(source: string): 'demo' | 'contact' {
  return /(^|[-_ ])demo($|[-_ ])/i.test(source) ? 'demo' : 'contact';
}
