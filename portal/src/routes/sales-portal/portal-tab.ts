import { id, one, readSearch } from '../../lib/search-state.ts';

/** In the order shown. The first is the default. */
export const PORTAL_TAB_IDS = ['qualify', 'commissions', 'customers', 'requests'] as const;
export type PortalTabId = (typeof PORTAL_TAB_IDS)[number];

/** The chosen tab, and the open customer. */
export const PORTAL_SEARCH = { tab: one('tab', PORTAL_TAB_IDS, PORTAL_TAB_IDS[0]), customer: id('customer') };

/** The tab in a query string, or the default. */
export function portalTabOf(search: string): PortalTabId {
  return readSearch(PORTAL_SEARCH, search).tab;
}

/** Whether the tab in a query string asks for its rows before the page is drawn. */
export function hasEarlyCalls(search: string): boolean {
  return ['commissions', 'customers'].includes(portalTabOf(search));
}
