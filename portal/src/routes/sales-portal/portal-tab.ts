import { id, one, readSearch } from '../../lib/search-state.ts';

/** The names of the tabs, in the order shown. The first is the default. */
export const PORTAL_TABS = {
  qualify: 'Qualify Customers',
  commissions: 'My Commissions',
  customers: 'Customers',
  requests: 'Requests',
} as const;
export type PortalTabId = keyof typeof PORTAL_TABS;
const PORTAL_TAB_IDS = Object.keys(PORTAL_TABS) as PortalTabId[];

/** The chosen tab, and the open customer. */
export const PORTAL_SEARCH = { tab: one('tab', PORTAL_TAB_IDS, 'qualify'), customer: id('customer') };

/** The tab in a query string, or the default. */
export function portalTabOf(search: string): PortalTabId {
  return readSearch(PORTAL_SEARCH, search).tab;
}

/** The tabs that ask for their rows before the page is drawn. */
export const EARLY_TABS: readonly PortalTabId[] = ['commissions', 'customers'];

/** Whether the tab in a query string is one of them. */
export function hasEarlyCalls(search: string): boolean {
  return EARLY_TABS.includes(portalTabOf(search));
}
