import { oneLine } from '../../../../shared/src/lib/plain-text.ts';
import type { Origin } from '../database/database-call.ts';
import { isSameSecret } from '../secrets/credential-hash.ts';
import { networkOf, unmapped } from './network-of.ts';

/** Where a request came from, as the server saw it. */
export interface Caller extends Origin {
  /** What limits are counted by: `networkOf` the address, or `unknown` when no proxy reported one. */
  network: string;
  /** The request carried the secret that only our edge knows. */
  isFromEdge: boolean;
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const IPV6 = /^[0-9a-f:]*:[0-9a-f:.]*$/i;

/** Only our edge sends this header, with `EDGE_SECRET`. The edge replaces a value that its caller sent. */
export const EDGE_SECRET_HEADER = 'x-edge-secret';

/**
 * Reads the caller from the headers that our proxies wrote. The edge is the first proxy, and replaces the caller's
 * `X-Forwarded-For`. Each later proxy adds the address it saw. A caller who bypasses the edge and calls a hosted
 * project directly passed one proxy less. Any entry further left is then invented. Where the edge is the only proxy,
 * no proxy saw these callers, and all of them share one limit.
 */
export async function callerOf(
  request: Request,
  { trustedProxyHops, edgeSecret }: { trustedProxyHops: number; edgeSecret: string },
): Promise<Caller> {
  const isFromEdge = await isSameSecret(request.headers.get(EDGE_SECRET_HEADER) ?? '', edgeSecret);
  const proxies = isFromEdge ? trustedProxyHops : trustedProxyHops - 1;
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const reported = unmapped(((proxies > 0 && hops.at(-proxies)) || '').slice(0, 64));
  const isAddress = IPV4.test(reported) || IPV6.test(reported);
  return {
    ipAddress: isAddress ? reported : null,
    userAgent: oneLine(request.headers.get('user-agent') ?? '').slice(0, 400) || null,
    network: isAddress ? networkOf(reported) : 'unknown',
    isFromEdge,
  };
}

/** Whether the caller acts as the project itself: one of its secret keys, as `apikey` or bearer token. */
export async function hasSecretKey(request: Request, secretKeys: readonly string[]): Promise<boolean> {
  const presented =
    request.headers.get('apikey') ??
    /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ??
    '';
  const matches = await Promise.all(secretKeys.map((key) => isSameSecret(presented, key)));
  return matches.includes(true);
}
