import type { AddressChange } from '../../lib/search-with.ts';

/** In the order shown; the first is the default. */
export const PORTAL_TAB_IDS = ['qualify', 'commissions', 'customers'] as const;
export type PortalTabId = (typeof PORTAL_TAB_IDS)[number];

const DEFAULT_TAB: PortalTabId = PORTAL_TAB_IDS[0];
const PARAMETER = 'tab';

/** The tab that a query string asks for; the default for none and for one that does not exist. */
export function portalTabOf(search: string): PortalTabId {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return PORTAL_TAB_IDS.find((id) => id === asked) ?? DEFAULT_TAB;
}

/** What the address has to say for a tab; the default tab is left out, all other parameters are kept. */
export function portalTabChange(tab: PortalTabId): AddressChange {
  return { [PARAMETER]: tab === DEFAULT_TAB ? null : tab };
}
