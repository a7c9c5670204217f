import { expect, test } from 'vitest';
import { formatCount } from './counted.ts';
import { formatDay } from './dates.ts';
import { formatCents, formatPriceCents } from './money.ts';

/** Of each length, with both signs. */
const WHOLE = [0, 5, 12, 100, 999, 1_000, 12_345, 100_000, 999_999, 1_234_500, 99_999_999_999].flatMap(
  (number) => (number === 0 ? [0] : [number, -number]),
);
const DOLLARS = { style: 'currency', currency: 'USD' } as const;

test.each(WHOLE)('%i is written as Intl writes it, as a count and as an amount', (number) => {
  const intl = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);
  expect(formatCount(number)).toBe(intl().format(number));
  expect(formatCents(number)).toBe(intl(DOLLARS).format(number / 100));
  const price = intl({ ...DOLLARS, trailingZeroDisplay: 'stripIfInteger' });
  expect(formatPriceCents(number)).toBe(price.format(number / 100));
});

test('each day of a leap year is written as Intl writes it', () => {
  const intl = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  for (let at = Date.UTC(2028, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
    const day = new Date(at);
    expect(formatDay(day.toISOString())).toBe(intl.format(day));
  }
});
