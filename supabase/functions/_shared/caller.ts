/** Where a request came from, as the server saw it. */
export interface Caller {
  /** Address that our own proxy reported; null when it reported none. */
  ipAddress: string | null;
  /** At most 400 characters; null when not sent. */
  userAgent: string | null;
  /** What limits are counted by: the address, or for IPv6 the /64 that one customer of a provider is given. */
  network: string;
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const IPV6 = /^[0-9a-f:]*:[0-9a-f:.]*$/i;

/** First four groups of an IPv6 address, with `::` filled in. */
function ipv6Network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const tailGroups = tail === '' ? [] : tail.split(':');
    while (groups.length + tailGroups.length < 8) groups.push('0');
    groups.push(...tailGroups);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** An IPv4 address written as IPv6 is one customer, not a /64 that all of them share. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Reads the caller from the headers that our proxies wrote.
 * @param trustedHops how many proxies of ours stand in front; what is further left in `X-Forwarded-For` was written
 *   by the caller and is not believed.
 */
export function callerOf(request: Request, trustedHops: number): Caller {
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const reported = unmapped((hops.at(-trustedHops) ?? '').slice(0, 64));
  const isAddress = IPV4.test(reported) || IPV6.test(reported);
  return {
    ipAddress: isAddress ? reported : null,
    userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? null,
    network: !isAddress ? 'unknown' : IPV4.test(reported) ? reported : ipv6Network(reported),
  };
}
