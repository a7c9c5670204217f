import type { PrefetchServices } from '@corvane/shared/contracts/remote/remote';
import { isRemembered } from '../../app/session-memory.ts';
import { prefetchSales } from '../../features/commissions/search.ts';
import { prefetchCustomers } from '../../features/customers/search.ts';
import { hasEarlyCalls, portalTabOf } from './portal-tab.ts';

/** Loads the tab in the address while the page's code is loading. The page asks again for what fails. */
export function prefetchCalls({ api, location, session }: PrefetchServices): void {
  if (!isRemembered(session)) return;
  const tab = portalTabOf(location.search);
  if (tab === 'commissions') prefetchSales(api, location.search);
  if (tab === 'customers') prefetchCustomers(api, location.search);
  if (hasEarlyCalls(location.search)) import('./portal-tabs.tsx').catch(() => {});
}
