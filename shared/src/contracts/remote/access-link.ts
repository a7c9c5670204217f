/**
 * Property of `window` by which `link/take-link-token.js` hands the access token of a link to the host. It is in
 * memory only: a reload forgets it.
 */
export const LINK_TOKEN_PROPERTY = 'host:link-token';

/** Key in `history.state` that marks the entry of a customer's link, so that a reload can say what is missing. */
export const LINK_MARK = 'host:link';

/** State of the navigation that follows a customer's signing in: the page brings its plans into sight and focus. */
export const SHOW_PLANS = { 'host:show': 'plans' } as const;

/** @param state what a navigation passed along, of any shape */
export function asksForPlans(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'host:show' in state && state['host:show'] === 'plans'
  );
}
