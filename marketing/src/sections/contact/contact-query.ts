/** What a link to the contact page says about its place and subject. */
export interface ContactQuery {
  source: string;
  /** Plan name, '' for none. */
  tier: string;
}

/** Length the server takes, in UTF-16 code units. */
const MAX_LENGTH = 100;

export const DEFAULT_QUERY: ContactQuery = { source: 'general', tier: '' };

/** @param search query string with its leading `?`, or ''. */
export function readContactQuery(search: string): ContactQuery {
  const query = new URLSearchParams(search);
  const read = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_LENGTH).trim();
  return { source: read('source') || DEFAULT_QUERY.source, tier: read('tier') };
}

/**
 * `demo` for visitors who pressed Book a Demo, or followed a link that says so; else `contact`.
 * @param state what the link passed along, of any shape.
 */
export function projectTypeOf(source: string, state: unknown): 'demo' | 'contact' {
  const intent = typeof state === 'object' && state !== null && 'intent' in state ? state.intent : undefined;
  return intent === 'demo' || /(^|[-_ ])demo($|[-_ ])/i.test(source) ? 'demo' : 'contact';
}
