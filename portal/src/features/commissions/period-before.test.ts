import { expect, test } from 'vitest';
import { periodBefore } from './period-before.ts';

const TODAY = '2026-11-28';

test.each([
  ['this month until today', '2026-11-01', TODAY, '2026-10-01', '2026-10-28'],
  ['a whole month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['a whole February', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['days that the month before does not have', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['the first day of a year', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
  ['this quarter until today', '2026-10-01', TODAY, '2026-07-01', '2026-08-28'],
  ['a quarter after a longer one', '2026-01-01', '2026-03-10', '2025-10-01', '2025-12-08'],
  ['a quarter that ends tomorrow', '2026-07-01', '2026-09-29', '2026-04-01', '2026-06-30'],
  ['a whole quarter', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['a whole quarter after a longer one', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['two quarters', '2026-04-01', '2026-09-30', '2025-09-30', '2026-03-31'],
  ['this year until today', '2026-01-01', TODAY, '2025-01-01', '2025-11-28'],
  ['ninety days', '2026-08-31', TODAY, '2026-06-02', '2026-08-30'],
  ['a range across years', '2025-12-31', '2026-01-01', '2025-12-29', '2025-12-30'],
  ['days within a month', '2026-11-10', '2026-11-12', '2026-11-07', '2026-11-09'],
])('before %s lies the period it is compared with', (_, from, to, before, until) => {
  expect(periodBefore({ from, to }, TODAY)).toEqual({ from: before, to: until });
});

test('a range without an end ends today', () => {
  expect(periodBefore({ from: '2026-11-27', to: null }, TODAY)).toEqual({
    from: '2026-11-25',
    to: '2026-11-26',
  });
});

test.each([
  [null, null],
  [null, '2026-11-01'],
  ['2026-11-02', '2026-11-01'],
])('before %s to %s there is nothing', (from, to) => {
  expect(periodBefore({ from, to }, TODAY)).toBeNull();
});
