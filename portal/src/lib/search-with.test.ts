import { expect, test } from 'vitest';
import { searchWith } from './search-with.ts';

test('what is not named stays, what is null or empty goes', () => {
  expect(searchWith('?tab=commissions&q=acme&from=2026-01-01', { q: null, from: '' })).toBe(
    '?tab=commissions',
  );
  expect(searchWith('?q=acme', { q: null })).toBe('');
});

test('a list repeats its parameter, whatever stood there before', () => {
  expect(searchWith('?product=A', { product: ['B', 'C & D'] })).toBe('?product=B&product=C+%26+D');
});
