import { expect, test } from 'vitest';
import { durationWords } from './duration-words.ts';

test.each([
  [172_800, '48 hours'],
  [259_200, '72 hours'],
  [3_600_000, '1,000 hours'],
  [3600, '1 hour'],
  [600, '10 minutes'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [30, '30 seconds'],
  [1, '1 second'],
])('%i seconds read as "%s"', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
