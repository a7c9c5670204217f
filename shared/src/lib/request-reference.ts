/**
 * The name of a contact request for people: the first eight characters of its id. The page and both mails show it.
 * @example requestReference('5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c') // '5F0C-1C1E'
 */
export function requestReference(contactRequestId: string): string {
  const [first = ''] = contactRequestId.split('-');
  return `${first.slice(0, 4)}-${first.slice(4)}`.toUpperCase();
}
