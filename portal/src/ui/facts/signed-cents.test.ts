import { expect, test } from 'vitest';
import { formatSignedCents } from './signed-cents.tsx';

test('a negative amount has a true minus sign before the currency', () => {
  expect(formatSignedCents(-189_500)).toBe('\u2212$1,895.00');
});

test('zero and positive amounts have no sign', () => {
  expect(formatSignedCents(0)).toBe('$0.00');
  expect(formatSignedCents(123_456_789)).toBe('$1,234,567.89');
});
