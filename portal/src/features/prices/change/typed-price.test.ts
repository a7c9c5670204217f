import type { PriceAmounts } from '@corvane/shared/contracts/backend/prices/price-management';
import { expect, test, vi } from 'vitest';
import { readAmount, readInstant, type TypedPrice, typedPriceSchema } from './typed-price.ts';

vi.stubEnv('TZ', 'America/New_York');

const NOW_MS = Date.parse('2026-11-21T10:00:00Z');
const HELD: PriceAmounts = { monthlyCents: 400_000, annualCents: 4_032_000, activationCents: 62_500 };
const typed = (changes: Partial<TypedPrice>): TypedPrice => ({
  monthlyCents: null,
  annualCents: null,
  activationCents: null,
  begins: 'now',
  day: '',
  time: '',
  ...changes,
});

function readTypedPrice(form: TypedPrice, by: () => PriceAmounts | null) {
  const { data, error } = typedPriceSchema(NOW_MS, by).safeParse(form);
  return data ?? Object.fromEntries(error?.issues.map(({ path, message }) => [path.join(), message]) ?? []);
}

test.each([
  ['4100', 410_000],
  [' 4100.5 ', 410_050],
  ['0.01', 1],
  ['9999999.99', 999_999_999],
])('%j is %i cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test.each([
  ['', 'Enter an amount'],
  ['0', 'Enter at least $0.01'],
  ['0.00', 'Enter at least $0.01'],
  ['-5', 'Enter at least $0.01'],
  ['1.005', 'Use at most two decimals'],
  ['0.001', 'Use at most two decimals'],
  ['9999999999', 'Enter at most $9,999,999.99'],
  ['10000000', 'Enter at most $9,999,999.99'],
  ['4,100', 'Write digits and a point, such as 1234.50'],
  ['$4100', 'Write digits and a point, such as 1234.50'],
  ['1e3', 'Write digits and a point, such as 1234.50'],
  ['=1+1', 'Write digits and a point, such as 1234.50'],
])('%j is refused: %s', (text, error) => {
  expect(readAmount(text)).toEqual({ error });
});

test("day and time are in the manager's time zone, with summer time", () => {
  expect(readInstant({ day: '2026-12-01', time: '09:00' }, NOW_MS)).toBe(Date.parse('2026-12-01T14:00:00Z'));
  expect(readInstant({ day: '2027-07-01', time: '09:00' }, NOW_MS)).toBe(Date.parse('2027-07-01T13:00:00Z'));
});

test.each([
  ['', '', { day: 'Choose a day', time: 'Choose a time' }],
  ['2026-11-21', '04:59', { day: 'Choose a time that has not passed' }],
  ['2026-11-21', '05:00', { day: 'Choose a time that has not passed' }],
  ['20266-01-01', '09:00', { day: 'Choose a day before the year 2100' }],
  ['2100-01-01', '09:00', { day: 'Choose a day before the year 2100' }],
  // In UTC, in which the server compares, the year 2100 has begun.
  ['2099-12-31', '19:00', { day: 'Choose a day before the year 2100' }],
  ['2027-03-14', '02:30', { time: expect.stringContaining('Clocks go forward') }],
])('%j at %j cannot be the start of a price', (day, time, errors) => {
  expect(readInstant({ day, time }, NOW_MS)).toEqual({ errors });
});

test('an untouched amount stays as it is at the chosen time', () => {
  const later = typed({
    monthlyCents: '4200',
    begins: 'later',
    day: '2026-12-01',
    time: '09:00',
  });
  const by = vi.fn(() => ({ ...HELD, annualCents: 4_100_000 }));
  expect(readTypedPrice(later, by)).toEqual({
    amounts: { monthlyCents: 420_000, annualCents: 4_100_000, activationCents: 62_500 },
    fromMs: Date.parse('2026-12-01T14:00:00Z'),
  });
  expect(by).toHaveBeenCalledWith(Date.parse('2026-12-01T14:00:00Z'));
});

test('all wrong fields are reported at once, and amounts without a change are refused', () => {
  const wrong = typed({ monthlyCents: '0', annualCents: '1.234', begins: 'later' });
  expect(readTypedPrice(wrong, () => HELD)).toEqual({
    monthlyCents: 'Enter at least $0.01',
    annualCents: 'Use at most two decimals',
    day: 'Choose a day',
    time: 'Choose a time',
  });
  expect(readTypedPrice(typed({ monthlyCents: '4000.0' }), () => HELD)).toEqual({
    monthlyCents: expect.stringContaining('already'),
  });
});

test('a first price needs every amount', () => {
  expect(readTypedPrice(typed({ monthlyCents: '1' }), () => null)).toEqual({
    annualCents: 'Enter an amount',
    activationCents: 'Enter an amount',
  });
});
