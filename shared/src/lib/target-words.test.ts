import { expect, test } from 'vitest';
import { targetWords } from './target-words.ts';

test.each<[number, number, string, string]>([
  [1_500_000, 3_000_000, '2026-11-15', '50 % of $30,000, on pace'],
  [1_499_999, 3_000_000, '2026-11-15', '49 % of $30,000, behind pace'],
  [2_999_999, 3_000_000, '2026-11-30', '99 % of $30,000, behind pace'],
  [3_000_000, 3_000_000, '2026-11-01', '100 % of $30,000, met'],
  [45_000_050, 3_000_050, '2026-11-01', '1,499 % of $30,000.50, met'],
  [100, 3_000_000, '2026-11-01', '0 % of $30,000, behind pace'],
  [-100, 3_000_000, '2028-02-29', '-1 % of $30,000, behind pace'],
])('%i of %i cents on %s: %s', (sold, target, day, words) => {
  expect(targetWords(sold, target, day)).toBe(words);
});
