import { expect, test } from 'vitest';
import { searchWith } from './search-with.ts';

test('other parameters stay, and null and empty values remove theirs', () => {
  expect(searchWith('?tab=commissions&q=acme&from=2026-01-01', { q: null, from: '' })).toBe(
    '?tab=commissions',
  );
  expect(searchWith('?q=acme', { q: null })).toBe('');
});

test('a list repeats its parameter and replaces the old values', () => {
  expect(searchWith('?product=A', { product: ['B', 'C & D'] })).toBe('?product=B&product=C+%26+D');
});
