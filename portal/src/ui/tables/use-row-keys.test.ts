import { expect, test } from 'vitest';
import { nextRowIndex } from './use-row-keys.ts';

test('arrows move by one row and stop at both ends', () => {
  expect(nextRowIndex('ArrowDown', 0, 3)).toBe(1);
  expect(nextRowIndex('ArrowDown', 2, 3)).toBe(2);
  expect(nextRowIndex('ArrowUp', 0, 3)).toBe(0);
  expect(nextRowIndex('ArrowUp', 2, 3)).toBe(1);
});

test('Home and End go to the first and the last row', () => {
  expect(nextRowIndex('Home', 2, 3)).toBe(0);
  expect(nextRowIndex('End', 0, 3)).toBe(2);
});

test('other keys, and keys outside a row, do nothing', () => {
  expect(nextRowIndex('a', 0, 3)).toBeNull();
  expect(nextRowIndex('ArrowDown', -1, 3)).toBeNull();
});
