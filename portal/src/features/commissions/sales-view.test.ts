import { expect, test } from 'vitest';
import { searchWith } from '../../lib/search-with.ts';
import {
  EVERYTHING,
  filterOf,
  isChosen,
  isFiltered,
  type SalesViewChoice,
  salesViewChange,
  salesViewOf,
} from './sales-view.ts';

const TODAY = '2026-11-21';
const viewOf = (search: string) => salesViewOf(search, TODAY);
const changeOf = (choice: SalesViewChoice, current = '') => salesViewChange(choice, current, TODAY);
const THIS_MONTH = { ...EVERYTHING, from: '2026-11-01', to: TODAY };

const NARROW =
  '?tab=commissions&from=2026-01-01&to=2026-03-31&product=Moonshot&product=Foundation%2B&frequency=annual&status=cancelled&commission=cancelled&q=acme&sort=amount&order=asc';

test('the address preserves every choice', () => {
  const view = viewOf(NARROW);
  expect(view).toEqual({
    from: '2026-01-01',
    to: '2026-03-31',
    products: ['Foundation+', 'Moonshot'],
    billing: 'annual',
    status: 'cancelled',
    commission: 'cancelled',
    search: 'acme',
    sort: 'amount',
    direction: 'asc',
  });
  expect(viewOf(searchWith('', changeOf(view)))).toEqual(view);
});

test('an address without days means this month, and range=all means all days', () => {
  expect(viewOf('?tab=commissions')).toEqual(THIS_MONTH);
  expect(viewOf('?range=all')).toEqual(EVERYTHING);
  expect(viewOf('?range=all&from=2026-01-01')).toMatchObject({ from: '2026-01-01', to: null });
  expect(viewOf('?to=2026-01-31')).toMatchObject({ from: null, to: '2026-01-31' });
});

test('this month needs no days in the address, and all days need range=all', () => {
  const ownDays = '?tab=commissions&from=2026-01-01';
  expect(searchWith(ownDays, changeOf({ from: '2026-11-01', to: TODAY }))).toBe('?tab=commissions');
  expect(searchWith(ownDays, changeOf({ from: null, to: null }))).toBe('?tab=commissions&range=all');
  expect(searchWith('?range=all', changeOf({ from: null, to: '2026-01-31' }))).toBe('?to=2026-01-31');
});

test("changing one day keeps the other, even if that is this month's default", () => {
  const from = changeOf((view) => ({ from: '2026-11-10', to: view.to }), '?tab=commissions');
  expect(searchWith('?tab=commissions', from)).toBe('?tab=commissions&from=2026-11-10&to=2026-11-21');
});

test('a choice changes only its own parameters', () => {
  expect(changeOf({ billing: 'annual' })).toEqual({ frequency: 'annual' });
  expect(changeOf({ products: [] })).toEqual({ product: [] });
  expect(changeOf({ sort: 'amount', direction: 'desc' })).toEqual({ sort: 'amount', order: null });
});

test('clearing removes every choice and keeps the rest of the address', () => {
  expect(searchWith(NARROW, changeOf(EVERYTHING))).toBe('?tab=commissions&range=all');
  expect(isChosen(viewOf('?range=all'), TODAY)).toBe(false);
  expect(isChosen(viewOf(''), TODAY)).toBe(false);
  expect(isChosen(viewOf('?from=2026-01-01'), TODAY)).toBe(true);
  expect(isChosen(viewOf('?range=all&sort=amount'), TODAY)).toBe(true);
  expect(isFiltered(viewOf('?range=all&sort=amount'))).toBe(false);
});

test('invalid parameters in an address are ignored', () => {
  expect(
    viewOf(
      '?range=some&from=2026-02-31&to=soon&product=&frequency=weekly&status=all&commission=none&sort=luck&order=up',
    ),
  ).toEqual(THIS_MONTH);
});

test('words sort from A and figures from the largest, unless the address says otherwise', () => {
  expect(viewOf('?sort=customer').direction).toBe('asc');
  expect(viewOf('?sort=commission').direction).toBe('desc');
});

test('a filter that is not set is sent as null', () => {
  expect(filterOf(EVERYTHING)).toEqual({
    from: null,
    to: null,
    products: null,
    billing_frequencies: null,
    statuses: null,
    commission_groups: null,
    search: null,
  });
});
