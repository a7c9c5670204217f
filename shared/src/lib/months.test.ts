import { expect, test } from 'vitest';
import { formatMonth, monthAfter, monthsDown } from './months.ts';

test('a month is named the same in every time zone', () => {
  expect(formatMonth('2026-10')).toBe('October 2026');
});

test('months count down over the end of a year', () => {
  expect(monthsDown('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsDown('2026-02', '2026-02')).toEqual(['2026-02']);
});

test('the month after December is January', () => {
  expect(['2026-12', '2026-01'].map(monthAfter)).toEqual(['2027-01', '2026-02']);
});
