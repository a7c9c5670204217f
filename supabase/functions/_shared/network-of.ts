/** An IPv4 address that came written as IPv6, as sockets report it, in its usual form. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * What limits count by: an IPv4 address, or of an IPv6 address the /64 that a provider gives to one customer.
 * @param address a valid address; any other text comes back as it is.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address).toLowerCase();
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...head];
  while (groups.length + tail.length < 8) groups.push('0');
  groups.push(...tail);
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
