/** A script of another company, such as one for advertising. It can read everything that its page shows. */
export interface SiteTag {
  /** Who receives what it sends, as visitors know them. */
  provider: string;
  /** Where the script is, with https. Pages may load scripts from its origin, and connect to it. */
  scriptUrl: string;
  /** The account at the provider, as its own instructions name it. */
  id: string;
}

/**
 * The one place that sets a third-party tag. null: none, and its code is in no page. After a change, run
 * `npx -y pnpm@12 exec node tools/gateway/nginx/write-nginx-policy.ts`, release the host, and take over nginx/headers.conf.
 */
export const SITE_TAG = null as SiteTag | null;

/**
 * The origin that the edge's policy allows for a tag.
 * @throws Error for an address that could allow more than one origin
 */
export function tagOrigin({ scriptUrl }: SiteTag): string {
  const wrong = new Error(`shared/src/brand/site-tag.ts: scriptUrl must begin with https:// and a host name`);
  if (!URL.canParse(scriptUrl)) throw wrong;
  const { protocol, hostname, origin, username, password } = new URL(scriptUrl);
  const isOnThisMachine = protocol === 'http:' && hostname === '127.0.0.1';
  if (protocol !== 'https:' && !isOnThisMachine) throw wrong;
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || username + password !== '') throw wrong;
  return origin;
}
