import { expect, test } from 'vitest';
import { rangeName, rangeShortcuts } from './date-ranges.ts';

function rangesOn(today: string) {
  return Object.fromEntries(rangeShortcuts(today).map(({ id, from, to }) => [id, [from, to]]));
}

test('ranges end today, and last month is complete', () => {
  expect(rangesOn('2026-11-21')).toEqual({
    'this-month': ['2026-11-01', '2026-11-21'],
    'last-month': ['2026-10-01', '2026-10-31'],
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
  [{ from: '2026-11-01', to: '2026-11-21' }, 'This month'],
  [{ from: null, to: null }, 'All time'],
  [{ from: '2026-11-02', to: '2026-11-09' }, 'Nov 2, 2026 to Nov 9, 2026'],
  [{ from: '2026-11-02', to: null }, 'Since Nov 2, 2026'],
  [{ from: null, to: '2026-11-09' }, 'Until Nov 9, 2026'],
])('the range %j is called %s', (range, name) => {
  expect(rangeName(range, '2026-11-21')).toBe(name);
});
