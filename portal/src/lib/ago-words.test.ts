import { expect, test } from 'vitest';
import { agoWords } from './ago-words.ts';

test.each([
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [130_000, '2 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_399_999, '23 hours ago'],
  [3 * 86_400_000, '3 days ago'],
])('%i milliseconds are shown as %s', (agoMs, words) => {
  expect(agoWords(agoMs)).toBe(words);
});
