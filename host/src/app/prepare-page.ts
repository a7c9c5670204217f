import { matchRoute } from '../remotes/route-table.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { PageContextValue } from './page-context.ts';

/** Fetches the code of the page at an address, if the visitor may open it. */
export function preparePage(
  { config, loader }: Pick<PageContextValue, 'config' | 'loader'>,
  session: SessionStore,
  address: string,
): void {
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin) return;
  const match = matchRoute(config.registry, pathname.slice(config.basename.length) || '/');
  if (match === null) return;
  if (match.route.access === 'rep' && session.getSnapshot().status !== 'rep') return;
  loader.prepare(match.remote, match.route.path);
}
