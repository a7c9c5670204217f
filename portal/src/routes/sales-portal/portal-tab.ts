import type { AddressChange } from '../../lib/search-with.ts';

/** In the order shown. The first is the default. */
export const PORTAL_TAB_IDS = ['qualify', 'commissions', 'customers', 'requests'] as const;
export type PortalTabId = (typeof PORTAL_TAB_IDS)[number];

const DEFAULT_TAB: PortalTabId = PORTAL_TAB_IDS[0];
const PARAMETER = 'tab';

/** The tab that a query string names, or else the default. */
export function portalTabOf(search: string): PortalTabId {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return PORTAL_TAB_IDS.find((id) => id === asked) ?? DEFAULT_TAB;
}

/** The address parameters for a tab. The default tab is left out, and all other parameters stay. */
export function portalTabChange(tab: PortalTabId): AddressChange {
  return { [PARAMETER]: tab === DEFAULT_TAB ? null : tab };
}
