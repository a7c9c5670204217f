import type { IncomingMessage } from 'node:http';

/**
 * The values of `Host` that a browser sends when a person opens the site: the names of this machine with the port, and
 * the host of the site's origin. Any other name may be one that a foreign site pointed at this machine.
 * @param siteUrl origin of the site.
 */
export function allowedHosts(port: number, siteUrl: string): ReadonlySet<string> {
  const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).host);
  return new Set([...local, new URL(siteUrl).host]);
}

/** Whether the request names exactly one host, and one of these. */
export function isForAllowedHost(request: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const named = request.headersDistinct.host ?? [];
  return named.length === 1 && hosts.has(named[0]?.toLowerCase() ?? '');
}
