import { expect, test } from 'vitest';
import { changeWords } from './comparison.tsx';

test.each([
  [150, 100, '+50 %'],
  [50, 100, '\u221250 %'],
  [100, 100, 'same'],
  [0, 0, 'same'],
  [7, 0, 'new'],
  [-50, -100, '+50 %'],
  [50, -100, '+150 %'],
  [100_001, 100_000, 'under 1 %'],
  [2_500, 1, '+249,900 %'],
])('from %2$i to %1$i is %3$s', (now, before, words) => {
  expect(changeWords(now, before)).toBe(words);
});
