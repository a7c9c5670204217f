import { expect, test } from 'vitest';
import { readSearch, searchWith } from '../../lib/search-state.ts';
import { EVERYTHING } from './sales-fixtures.ts';
import { SALES_SEARCH, type SalesSearch, salesOn, searchOfDays, searchOfOrder } from './search.ts';
import { isChosen, rangeName, rangeShortcuts } from './words.ts';

const TODAY = '2026-11-21';
const viewOf = (search: string) => salesOn(TODAY, readSearch(SALES_SEARCH, search));
const changed = (search: string, choice: Partial<SalesSearch>) => searchWith(SALES_SEARCH, search, choice);
const THIS_MONTH = { ...EVERYTHING, filter: { ...EVERYTHING.filter, from: '2026-11-01', to: TODAY } };

const NARROW =
  '?tab=commissions&from=2026-01-01&to=2026-03-31&product=Moonshot&product=Foundation%2B&frequency=annual&status=cancelled&commission=cancelled&q=acme&sort=amount&order=asc';

test('the address has every choice, as the procedures take it', () => {
  expect(viewOf(NARROW)).toEqual({
    filter: {
      from: '2026-01-01',
      to: '2026-03-31',
      products: ['Foundation+', 'Moonshot'],
      billing_frequencies: ['annual'],
      statuses: ['cancelled'],
      commission_groups: ['cancelled'],
      search: 'acme',
    },
    sort: 'amount',
    direction: 'asc',
  });
});

test('a filter that is not set is sent as null', () => {
  expect(EVERYTHING.filter).toEqual({
    from: null,
    to: null,
    products: null,
    billing_frequencies: null,
    statuses: null,
    commission_groups: null,
    search: null,
  });
});

test('an address without days means this month, and range=all means all days', () => {
  expect(viewOf('?tab=commissions')).toEqual(THIS_MONTH);
  expect(viewOf('?range=all')).toEqual(EVERYTHING);
  expect(viewOf('?range=all&from=2026-01-01').filter).toMatchObject({ from: '2026-01-01', to: null });
  expect(viewOf('?to=2026-01-31').filter).toMatchObject({ from: null, to: '2026-01-31' });
});

test('this month needs no days in the address, and all days need range=all', () => {
  const ownDays = '?tab=commissions&from=2026-01-01';
  const days = (search: string, from: string | null, to: string | null) =>
    changed(search, searchOfDays({ from, to }, TODAY));
  expect(days(ownDays, '2026-11-01', TODAY)).toBe('?tab=commissions');
  expect(days(ownDays, null, null)).toBe('?tab=commissions&range=all');
  expect(days('?range=all', null, '2026-01-31')).toBe('?to=2026-01-31');
});

test('the own order of a column is left out', () => {
  expect(changed('?order=asc', searchOfOrder('amount', 'desc'))).toBe('?sort=amount');
  expect(changed('?sort=amount', searchOfOrder('sale_date', 'asc'))).toBe('?order=asc');
});

test('there is something to clear', () => {
  const chosen = (search: string) => isChosen(viewOf(search), TODAY);
  expect(['?range=all', '', '?from=2026-01-01', '?range=all&sort=amount', NARROW].map(chosen)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
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

function rangesOn(today: string) {
  return Object.fromEntries(rangeShortcuts(today).map(({ id, from, to }) => [id, [from, to]]));
}

test('ranges end today, and last month and last quarter are complete', () => {
  expect(rangesOn('2026-11-21')).toEqual({
    'this-month': ['2026-11-01', '2026-11-21'],
    'last-month': ['2026-10-01', '2026-10-31'],
    'this-quarter': ['2026-10-01', '2026-11-21'],
    'last-quarter': ['2026-07-01', '2026-09-30'],
    'last-90-days': ['2026-08-24', '2026-11-21'],
    'this-year': ['2026-01-01', '2026-11-21'],
    all: [null, null],
  });
});

test('the month before January is in the previous year, and February follows leap years', () => {
  expect(rangesOn('2027-01-01')['last-month']).toEqual(['2026-12-01', '2026-12-31']);
  expect(rangesOn('2028-03-31')['last-month']).toEqual(['2028-02-01', '2028-02-29']);
});

test.each([
  ['2027-01-01', '2027-01-01', ['2026-10-01', '2026-12-31']],
  ['2026-03-31', '2026-01-01', ['2025-10-01', '2025-12-31']],
  ['2026-04-01', '2026-04-01', ['2026-01-01', '2026-03-31']],
  ['2026-12-31', '2026-10-01', ['2026-07-01', '2026-09-30']],
])('on %s the quarter began on %s', (today, first, lastQuarter) => {
  expect(rangesOn(today)).toMatchObject({ 'this-quarter': [first, today], 'last-quarter': lastQuarter });
});

test.each([
  [{ from: '2026-11-01', to: '2026-11-21' }, 'This month'],
  [{ from: '2026-10-01', to: '2026-11-21' }, 'This quarter'],
  [{ from: null, to: null }, 'All time'],
  [{ from: '2026-11-02', to: '2026-11-09' }, 'Nov 2, 2026 to Nov 9, 2026'],
  [{ from: '2026-11-02', to: null }, 'Since Nov 2, 2026'],
  [{ from: null, to: '2026-11-09' }, 'Until Nov 9, 2026'],
])('the range %j is called %s', (range, name) => {
  expect(rangeName(range, '2026-11-21')).toBe(name);
});
