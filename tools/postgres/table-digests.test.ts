import { expect, test } from 'vitest';
import { digestDifferences } from './table-digests.ts';

const tables = (rows: number, digest = '0') => [{ name: 'public.products', rows, digest }];

test('a table with another number of rows is named with both numbers', () => {
  expect(digestDifferences(tables(1200), tables(1))).toEqual(['public.products has 1 row, not 1,200']);
  expect(digestDifferences(tables(1), tables(2))).toEqual(['public.products has 2 rows, not 1']);
});

test('a table that is missing or has other rows is named, and an equal one is not', () => {
  expect(digestDifferences(tables(1), [])).toEqual(['public.products is missing on one side']);
  expect(digestDifferences(tables(1), tables(1, '7'))).toEqual(['public.products has other rows']);
  expect(digestDifferences(tables(1), tables(1))).toEqual([]);
});
