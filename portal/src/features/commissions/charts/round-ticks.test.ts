import { expect, test } from 'vitest';
import { roundTicks } from './round-ticks.ts';

const DOLLARS = { steps: 4, smallestStep: 0.1 };

test.each([
  [[131_000], [0, 50_000, 100_000, 150_000]],
  [[5_000], [0, 2_000, 4_000, 6_000]],
  [[4_000], [0, 1_000, 2_000, 3_000, 4_000]],
  [
    [-700, 1_300],
    [-1_000, -500, 0, 500, 1_000, 1_500],
  ],
  [[-30], [-30, -20, -10, 0]],
  [[0.02], [0, 0.1]],
  [[0.35], [0, 0.1, 0.2, 0.3, 0.4]],
  [[], [0, 0.1]],
])('an axis for %j has the ticks %j', (values, ticks) => {
  expect(roundTicks(values, DOLLARS)).toEqual(ticks);
});

test('an axis of counts has ticks only at whole numbers', () => {
  expect(roundTicks([1], { steps: 4, smallestStep: 1 })).toEqual([0, 1]);
  expect(roundTicks([7], { steps: 4, smallestStep: 1 })).toEqual([0, 2, 4, 6, 8]);
});
