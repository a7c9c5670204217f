/**
 * The part of a referring page's address that may be stored. The query and fragment can contain a token, and the
 * credentials a password.
 * @returns '' for text that is not the address of a page
 */
export function originAndPath(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.host === '' ? '' : `${url.protocol}//${url.host}${url.pathname}`;
}
