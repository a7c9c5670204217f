import { expect, test } from 'vitest';
import { amountsWords, changedWords, lastPriceChangeWords } from './words.ts';

const HELD = { monthlyCents: 400_000, annualCents: 4_032_050, activationCents: 62_500 };
const SEEN = { seenAt: '2026-11-21T10:00:00Z', nowMs: Date.parse('2026-11-21T10:05:00Z') };
const CHANGE = {
  event: 'price_set' as const,
  by: 'manager' as const,
  name: 'Mona Manager',
  occurredAt: '2026-11-21T10:02:30Z',
  validFrom: '2026-11-21T10:02:30Z',
};

test('amounts and changes have words', () => {
  expect(amountsWords(HELD)).toBe('$4,000 monthly, $40,320.50 annual, $625 activation');
  expect(changedWords(HELD, { ...HELD, monthlyCents: 410_000, activationCents: 1 })).toEqual([
    'Monthly $4,000 → $4,100',
    'Activation $625 → $0.01',
  ]);
  expect(changedWords(null, HELD)).toContain('Monthly none → $4,000');
});

test('the second manager sees who made which change', () => {
  expect(lastPriceChangeWords(CHANGE, SEEN)).toBe('Mona Manager set another price 2 minutes ago.');
  expect(
    lastPriceChangeWords({ ...CHANGE, by: 'operator', name: null, event: 'price_scheduled' }, SEEN),
  ).toMatch(/^An operator scheduled a price from \w+, Nov 21, 2026.* 2 minutes ago\.$/);
  expect(lastPriceChangeWords({ ...CHANGE, name: null, event: 'price_schedule_cancelled' }, SEEN)).toMatch(
    /^A former manager cancelled the price from /,
  );
});

test('a conflict without a change means that a scheduled price began', () => {
  expect(lastPriceChangeWords(null, SEEN)).toBe('A scheduled price began meanwhile.');
  const earlier = { ...CHANGE, occurredAt: '2026-11-21T09:59:00Z' };
  expect(lastPriceChangeWords(earlier, SEEN)).toBe('A scheduled price began meanwhile.');
});
