import { expect, test } from 'vitest';
import { searchWith } from '../../lib/search-with.ts';
import {
  EVERYTHING,
  filterOf,
  isEverything,
  isFiltered,
  salesViewChange,
  salesViewOf,
} from './sales-view.ts';

const NARROW =
  '?tab=commissions&from=2026-01-01&to=2026-03-31&product=Moonshot&product=Foundation%2B&frequency=annual&status=cancelled&q=acme&sort=amount&order=asc';

test('everything that was chosen is in the address, and comes back from it', () => {
  const view = salesViewOf(NARROW);
  expect(view).toEqual({
    from: '2026-01-01',
    to: '2026-03-31',
    products: ['Foundation+', 'Moonshot'],
    billing: 'annual',
    status: 'cancelled',
    search: 'acme',
    sort: 'amount',
    direction: 'asc',
  });
  expect(salesViewOf(searchWith('', salesViewChange(view)))).toEqual(view);
});

test('a choice changes its own parameters and no other', () => {
  expect(salesViewChange({ billing: 'annual' })).toEqual({ frequency: 'annual' });
  expect(salesViewChange({ products: [] })).toEqual({ product: [] });
  expect(salesViewChange({ sort: 'amount', direction: 'desc' })).toEqual({ sort: 'amount', order: null });
});

test('clearing leaves nothing of it behind, and the rest of the address alone', () => {
  expect(searchWith(NARROW, salesViewChange(EVERYTHING))).toBe('?tab=commissions');
  expect(isEverything(salesViewOf('?tab=commissions'))).toBe(true);
  expect(isEverything(salesViewOf('?sort=amount'))).toBe(false);
  expect(isFiltered(salesViewOf('?sort=amount'))).toBe(false);
});

test('nonsense in an address is as if it were not there', () => {
  expect(
    salesViewOf('?from=2026-02-31&to=soon&product=&frequency=weekly&status=all&sort=luck&order=up'),
  ).toEqual(EVERYTHING);
});

test('words are sorted from A, figures from the largest, unless the address says otherwise', () => {
  expect(salesViewOf('?sort=customer').direction).toBe('asc');
  expect(salesViewOf('?sort=commission').direction).toBe('desc');
});

test('what does not narrow is sent as null', () => {
  expect(filterOf(EVERYTHING)).toEqual({
    from: null,
    to: null,
    products: null,
    billing_frequencies: null,
    statuses: null,
    search: null,
  });
});
