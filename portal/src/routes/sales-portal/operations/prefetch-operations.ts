import type { PrefetchServices } from '@corvane/shared/contracts/remote/remote';
import { isRemembered } from '../../../app/session-memory.ts';
import { prefetchAccess } from '../../../features/operations-access/api.ts';

/**
 * Asks whether Operations is open in this session, and fetches the code of the tab in the address. Both happen while
 * the page's own code is loading. What fails here is asked for again by the page.
 */
export function prefetchOperations({ api, location, session }: PrefetchServices): void {
  if (!isRemembered(session) || session.rep.isManager !== true) return;
  prefetchAccess(api);
  import('./operations-area.tsx').catch(() => {});
  import('./operations-tabs.tsx').then(({ loadTab }) => loadTab(location.search)).catch(() => {});
}
