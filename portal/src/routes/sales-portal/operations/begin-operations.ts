import type { BeginServices } from '@corvane/shared/contracts/remote/remote';
import { beginAccessCall } from '../../../features/operations-access/api.ts';

/**
 * Asks whether Operations is open in this session, and fetches the code of the tab in the address. Both happen while
 * the page's own code is loading. What fails here is asked for again by the page.
 */
export function beginOperations({ api, location, session }: BeginServices): void {
  if (session.status !== 'rep' || session.rep.isManager !== true) return;
  beginAccessCall(api, session.rep.id);
  import('./operations-area.tsx').catch(() => {});
  import('./operations-tabs.tsx').then(({ loadTab }) => loadTab(location.search)).catch(() => {});
}
