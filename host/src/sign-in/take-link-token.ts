/**
 * Takes the access token of a customer's link out of the address bar, before anything can copy, log or send the
 * address. The query's other parameters stay.
 * @returns the token, '' when the address has none
 */
export function takeLinkToken(target: Pick<Window, 'location' | 'history'>): string {
  const url = new URL(target.location.href);
  const token = url.searchParams.get('access');
  if (token === null) return '';
  url.searchParams.delete('access');
  target.history.replaceState(target.history.state, '', url.pathname + url.search + url.hash);
  return token.trim();
}
