/** The usual form of an IPv4 address written as IPv6, as sockets report it. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * What limits count by: an IPv4 address, or the /48 of an IPv6 address. Providers give a site up to a /48: counted by
 * /64, it would be 65,536 networks.
 * @param address a valid address. Any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address).toLowerCase();
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...head];
  while (groups.length + tail.length < 8) groups.push('0');
  groups.push(...tail);
  return `${groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/48`;
}
