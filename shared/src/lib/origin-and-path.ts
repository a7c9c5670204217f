/**
 * What may be kept of the page that somebody came from: its query and fragment can hold a token, its credentials a
 * password.
 * @returns '' for what is not the address of a page
 */
export function originAndPath(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.host === '' ? '' : `${url.protocol}//${url.host}${url.pathname}`;
}
