import { expect, test } from 'vitest';
import { searchWith } from '../../../lib/search-with.ts';
import {
  EVERY_REQUEST,
  filterOf,
  foldedFilterCount,
  isChosen,
  requestsViewChange,
  requestsViewOf,
} from './managed-requests-view.ts';

const ROBIN = '00000000-0000-4000-8000-0000000000d1';
const CHOSEN = {
  list: 'in_progress',
  search: 'acme & sons',
  assigned: ROBIN,
  form: 'demo',
  source: 'pricing',
  campaign: 'spring',
  page: 'https://partner.example/a',
  from: '2026-11-01',
  to: '2026-11-30',
  mail: 'failed',
  direction: 'asc',
} as const;

test('the address preserves every choice', () => {
  const search = searchWith('?request=x', requestsViewChange(CHOSEN));
  expect(requestsViewOf(search)).toEqual(CHOSEN);
  expect(search).toContain('request=x');
  expect(searchWith(search, requestsViewChange(EVERY_REQUEST))).toBe('?request=x');
});

test('an address without parameters, or with invalid ones, shows every request, newest first', () => {
  expect(requestsViewOf('')).toEqual(EVERY_REQUEST);
  const invalid = `?state=open&assigned=Robin&form=fax&from=yesterday&to=2026-02-30&order=up&find=${'x'.repeat(201)}`;
  expect(requestsViewOf(invalid)).toEqual(EVERY_REQUEST);
});

test('the filter asks for quarantined requests only when the view does', () => {
  expect(filterOf(EVERY_REQUEST)).toMatchObject({ statuses: null, quarantined: false });
  expect(filterOf({ ...EVERY_REQUEST, list: 'quarantined' })).toMatchObject({
    statuses: null,
    quarantined: true,
  });
  expect(filterOf(CHOSEN)).toEqual({
    statuses: ['in_progress'],
    quarantined: false,
    search: 'acme & sons',
    assigned: ROBIN,
    project_type: 'demo',
    source: 'pricing',
    campaign: 'spring',
    page: 'https://partner.example/a',
    from: '2026-11-01',
    to: '2026-11-30',
    unsent: true,
  });
});

test('the active folded filters are counted, and every choice can be cleared', () => {
  expect(foldedFilterCount(EVERY_REQUEST)).toBe(0);
  expect(foldedFilterCount(CHOSEN)).toBe(9);
  expect(isChosen(EVERY_REQUEST)).toBe(false);
  expect(isChosen({ ...EVERY_REQUEST, list: 'new' })).toBe(true);
  expect(isChosen({ ...EVERY_REQUEST, direction: 'asc' })).toBe(true);
});
