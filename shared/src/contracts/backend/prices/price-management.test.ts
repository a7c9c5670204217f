import { expect, test } from 'vitest';
import { changePriceRequestSchema } from './price-management.ts';

const CHANGE = { plan: 'moonshot', version: '0'.repeat(32) };
const AMOUNTS = { monthlyCents: 1, annualCents: 1, activationCents: 1 };

const errorOf = (request: object) =>
  changePriceRequestSchema.safeParse({ ...CHANGE, ...request }).error?.issues[0]?.message;
const scheduleError = (from: string) => errorOf({ action: 'schedule', from, amounts: AMOUNTS });
const cancelError = (from: string) => errorOf({ action: 'cancel', from });

test('a price begins before the year 2100 of UTC', () => {
  expect(scheduleError('2099-12-31T23:59:59.999999Z')).toBeUndefined();
  expect(scheduleError('2100-01-01T00:00:00Z')).toBe('Choose a day before the year 2100');
  expect(scheduleError('2099-12-31T23:00:00-05:00')).toBe('Choose a day before the year 2100');
});

/** An operator had scheduled a price from 2100. A manager saw it, and its cancellation was refused with 400. */
test('any scheduled price can be cancelled, however late it begins', () => {
  expect(cancelError('2027-03-01T00:00:00Z')).toBeUndefined();
  expect(cancelError('2100-01-01T00:00:00+00:00')).toBeUndefined();
  expect(cancelError('9999-12-31T23:59:59Z')).toBeUndefined();
  expect(cancelError('2100-01-01T00:00:00+15:00')).toBe('Not a time zone');
});
