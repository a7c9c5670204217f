import { expect, test } from 'vitest';
import { waitWords } from './wait-words.ts';

test.each([
  [null, 'in a few minutes'],
  [1, 'in 1 second'],
  [90, 'in 90 seconds'],
  [91, 'in 2 minutes'],
  [121, 'in 3 minutes'],
  [90 * 60, 'in 90 minutes'],
  [90 * 60 + 1, 'in 2 hours'],
  [2 * 3600 + 1, 'in 3 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %s s is said as "%s"', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
