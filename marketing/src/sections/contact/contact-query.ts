/** What a link to the contact page says about its place and subject. */
export interface ContactQuery {
  source: string;
  /** Plan name, '' for none. */
  tier: string;
}

/** Length the server takes, in UTF-16 code units. */
const MAX_LENGTH = 100;

export const DEFAULT_QUERY: ContactQuery = { source: 'general', tier: '' };

/** `source` of a demo that was asked for where a price is hidden. */
export const PRICING_DEMO_SOURCE = 'pricing-demo';

/** `source` of somebody whose link does not work. The server mails their representative as well. */
export const NEW_LINK_SOURCE = 'new-link';

/** The address of the contact page that says the same as an opened dialog. */
export function pathOfQuery({ source, tier }: ContactQuery): string {
  return `/contact?source=${encodeURIComponent(source)}&tier=${encodeURIComponent(tier)}`;
}

/** @param search query string with its leading `?`, or ''. */
export function readContactQuery(search: string): ContactQuery {
  const query = new URLSearchParams(search);
  const read = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_LENGTH).trim();
  return { source: read('source') || DEFAULT_QUERY.source, tier: read('tier') };
}

/** `demo` for visitors who followed a link whose source says so, such as Book a Demo; else `contact`. */
export function projectTypeOf(source: string): 'demo' | 'contact' {
  return /(^|[-_ ])demo($|[-_ ])/i.test(source) ? 'demo' : 'contact';
}
