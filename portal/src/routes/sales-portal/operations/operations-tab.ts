import { one } from '../../../lib/search-state.ts';

/** The names of the tabs, in the order shown. The first is the default. */
export const OPERATIONS_TABS = {
  today: 'Today',
  requests: 'Requests',
  customers: 'Customers',
  team: 'Team',
  statements: 'Statements',
  representatives: 'Representatives',
  prices: 'Prices',
  people: 'People',
  audit: 'Audit',
  releases: 'Releases',
  upkeep: 'Upkeep',
} as const;

export type OperationsTabId = keyof typeof OPERATIONS_TABS;
export const OPERATIONS_TAB_IDS = Object.keys(OPERATIONS_TABS) as OperationsTabId[];
export const OPERATIONS_SEARCH = { tab: one('tab', OPERATIONS_TAB_IDS, 'today') };
