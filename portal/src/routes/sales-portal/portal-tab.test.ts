import { expect, test } from 'vitest';
import { portalTabOf, searchForPortalTab } from './portal-tab.ts';

test('the address chooses the tab', () => {
  expect(portalTabOf('?tab=commissions')).toBe('commissions');
  expect(portalTabOf('?tab=qualify')).toBe('qualify');
});

test('an address without a tab, or with one that does not exist, shows the first tab', () => {
  expect(portalTabOf('')).toBe('qualify');
  expect(portalTabOf('?tab=payroll')).toBe('qualify');
});

test('changing the tab keeps the other parameters and leaves the default tab out', () => {
  expect(searchForPortalTab('?from=2026-01', 'commissions')).toBe('?from=2026-01&tab=commissions');
  expect(searchForPortalTab('?tab=commissions&from=2026-01', 'qualify')).toBe('?from=2026-01');
  expect(searchForPortalTab('?tab=commissions', 'qualify')).toBe('');
});
