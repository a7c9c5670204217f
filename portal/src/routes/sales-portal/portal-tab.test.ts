import { expect, test } from 'vitest';
import { searchWith } from '../../lib/search-state.ts';
import { PORTAL_SEARCH, type PortalTabId, portalTabOf } from './portal-tab.ts';

test('the address selects the tab', () => {
  expect(portalTabOf('?tab=commissions')).toBe('commissions');
  expect(portalTabOf('?tab=qualify')).toBe('qualify');
  expect(portalTabOf('?tab=customers')).toBe('customers');
  expect(portalTabOf('?tab=requests')).toBe('requests');
});

test('an address without a tab, or with an unknown one, shows the first tab', () => {
  expect(portalTabOf('')).toBe('qualify');
  expect(portalTabOf('?tab=payroll')).toBe('qualify');
});

test('changing the tab keeps the other parameters and leaves out the default tab', () => {
  const change = (search: string, tab: PortalTabId) => searchWith(PORTAL_SEARCH, search, { tab });
  expect(change('?from=2026-01', 'commissions')).toBe('?from=2026-01&tab=commissions');
  expect(change('?tab=commissions&from=2026-01', 'qualify')).toBe('?from=2026-01');
  expect(change('?tab=commissions', 'qualify')).toBe('');
});
