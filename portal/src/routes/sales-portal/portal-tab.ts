import type { AddressChange } from '../../lib/search-with.ts';
import { tabChange, tabOf } from '../../lib/tab-address.ts';

/** In the order shown. The first is the default. */
export const PORTAL_TAB_IDS = ['qualify', 'commissions', 'customers', 'requests'] as const;
export type PortalTabId = (typeof PORTAL_TAB_IDS)[number];

/** The tab in a query string, or the default. */
export function portalTabOf(search: string): PortalTabId {
  return tabOf(PORTAL_TAB_IDS, search);
}

/** The address parameters for a tab. The default tab is left out, and all other parameters stay. */
export function portalTabChange(tab: PortalTabId): AddressChange {
  return tabChange(PORTAL_TAB_IDS, tab);
}

/** Whether the tab in a query string asks for its rows before the page is drawn. */
export function hasEarlyCalls(search: string): boolean {
  return ['commissions', 'customers'].includes(portalTabOf(search));
}
