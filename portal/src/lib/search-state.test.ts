import { expect, test } from 'vitest';
import { AUDIT_SEARCH } from '../features/audit/search.ts';
import { REQUESTS_SEARCH } from '../features/contact-requests/search.ts';
import { CUSTOMERS_FILTER } from '../features/customers/search.ts';
import { REPS_SEARCH } from '../features/representatives/search.ts';
import {
  chosenFields,
  flag,
  id,
  many,
  one,
  readSearch,
  type SearchSchema,
  searchWith,
} from './search-state.ts';

const ID = '00000000-0000-4000-8000-0000000000d1';
const LONG = 'x'.repeat(10_000);

const SCHEMA = {
  open: id('rep'),
  sort: one('sort', ['date', 'name'], 'date'),
  list: many('state', ['new', 'done']),
  isHeld: flag('state', 'held'),
  products: many('product', { safeParse: (text) => ({ success: text.length < 100 }) }, 2),
};
const EMPTY = readSearch(SCHEMA, '');

test('an address without parameters has nothing chosen', () => {
  expect(EMPTY).toEqual({ open: null, sort: 'date', list: null, isHeld: false, products: null });
  expect(chosenFields(SCHEMA, EMPTY)).toEqual([]);
});

test.each([
  ['unknown words', '?sort=luck&state=lost&rep=me'],
  ['empty texts', '?sort=&state=&rep=&product='],
  ['a page that no list has', '?sort=-1&rep=-1&state=-1'],
  ['ten thousand characters', `?sort=${LONG}&state=${LONG}&rep=${LONG}&product=${LONG}`],
  ['what stands for a default', '?sort=date'],
])('%s fall back', (_what, search) => {
  expect(readSearch(SCHEMA, search)).toEqual(EMPTY);
});

test('of several values, as many count as the field takes', () => {
  expect(
    readSearch(SCHEMA, '?sort=name&sort=date&state=done&state=new&product=c&product=b&product=a'),
  ).toEqual({
    ...EMPTY,
    sort: 'name',
    list: ['done'],
    products: ['b', 'c'],
  });
});

test('an id is read in lower case', () => {
  expect(readSearch(SCHEMA, `?rep=${ID.toUpperCase()}`).open).toBe(ID);
});

test('a change replaces its own parameters, and all others stay', () => {
  expect(searchWith(SCHEMA, '?tab=x&sort=name&product=a', { products: ['b', 'c & d'] })).toBe(
    '?tab=x&sort=name&product=b&product=c+%26+d',
  );
  expect(searchWith(SCHEMA, '?tab=x&sort=name&product=a', { sort: 'date', products: null })).toBe('?tab=x');
  expect(searchWith(SCHEMA, '?state=new', { list: null, isHeld: true })).toBe('?state=held');
  expect(searchWith(SCHEMA, '?state=held', { list: ['done'], isHeld: false })).toBe('?state=done');
  expect(searchWith(SCHEMA, '?rep=me', { open: null })).toBe('');
});

const REQUESTS = {
  statuses: ['in_progress'],
  quarantined: false,
  search: 'acme & sons',
  assigned: ID,
  project_type: 'demo',
  source: 'pricing',
  campaign: 'spring',
  page: 'https://partner.example/a',
  from: '2026-11-01',
  to: '2026-11-30',
  unsent: true,
  overdue: true,
  direction: 'asc',
};
const AUDIT = { person: ID, event: 'link_revoked', from: '2026-11-01', to: '2026-11-30' };

type Fields = Record<string, unknown>;
const list = <State>(schema: SearchSchema<State>, chosen: Fields, invalid: string) =>
  [schema as unknown as SearchSchema<Fields>, chosen, invalid] as const;

test.each([
  list(CUSTOMERS_FILTER, { statuses: ['revoked'], search: 'ada & co' }, `?state=new&find=${LONG}`),
  list(
    REQUESTS_SEARCH,
    REQUESTS,
    `?state=open&assigned=Robin&form=fax&from=yesterday&to=2026-02-30&order=up&find=${LONG}&source=${LONG}`,
  ),
  list(REPS_SEARCH, { state: 'disabled', search: 'ada & co' }, `?reps=gone&rep-find=${LONG}`),
  list(AUDIT_SEARCH, AUDIT, '?who=grace@moss.example&event=moon_landed&since=yesterday&until=2026-02-30'),
])('a list keeps every choice in the address, and ignores invalid ones: %#', (schema, chosen, invalid) => {
  const search = searchWith(schema, '?tab=x', chosen);
  expect(readSearch(schema, search)).toEqual(chosen);
  const empty = readSearch(schema, invalid);
  expect(empty).toEqual(readSearch(schema, ''));
  expect(searchWith(schema, search, empty)).toBe('?tab=x');
});
