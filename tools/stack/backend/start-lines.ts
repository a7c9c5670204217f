import type { DemoCredentials } from './engine/seed.ts';

/**
 * What a person needs to use a started stack: where it is, and with what to sign in.
 * @param note said of the site, with the space before it
 */
export function startLines(
  url: string,
  { salesIds, managerId, accessToken }: DemoCredentials,
  note = '',
): string {
  return `
  Site          ${url}${note}
  Inbox         ${url}/_inbox  (every mail that the site sends)
  Sales IDs     ${salesIds.join(', ')}  (representatives; footer: Partner Program)
  Manager       ${managerId}  (a sales ID; Operations asks for a code from the inbox)
  Access token  ${accessToken}  (a customer; footer: Enter access token)
`;
}
