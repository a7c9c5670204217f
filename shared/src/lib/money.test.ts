import { expect, test } from 'vitest';
import { formatDollars, parseDollars } from './money.ts';

test.each([
  ['0', 0],
  ['-0', 0],
  ['1234.5', 123_450],
  ['1234.50', 123_450],
  ['-0.01', -1],
  ['8.29', 829],
  ['1.15', 115],
  ['999999999.99', 99_999_999_999],
])('%s is %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test.each([
  '',
  '1.234',
  '1,234.50',
  '1234,50',
  '$5',
  '1e3',
  '1000000000',
  '.5',
  '5.',
  '+5',
  ' 5',
  'NaN',
  '--1',
  '１',
])('%j is refused', (text) => {
  expect(parseDollars(text)).toBeNull();
});

test('parsing a formatted amount gives the same cents', () => {
  for (const cents of [0, 1, -1, 99, -100, 829, 123_450, 99_999_999_999, -99_999_999_999]) {
    expect(parseDollars(formatDollars(cents))).toBe(cents);
  }
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [-123_456, '-1234.56'],
  [99_999_999_999, '999999999.99'],
])('%i cents are written as %s', (cents, text) => {
  expect(formatDollars(cents)).toBe(text);
});
