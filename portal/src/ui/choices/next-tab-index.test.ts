import { expect, test } from 'vitest';
import { nextTabIndex } from './next-tab-index.ts';

test('arrow keys wrap around at both ends', () => {
  expect(nextTabIndex('ArrowRight', 0, 3)).toBe(1);
  expect(nextTabIndex('ArrowRight', 2, 3)).toBe(0);
  expect(nextTabIndex('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End go to the first and the last tab', () => {
  expect(nextTabIndex('Home', 2, 3)).toBe(0);
  expect(nextTabIndex('End', 0, 3)).toBe(2);
});

test('other keys do nothing', () => {
  expect(nextTabIndex('Tab', 0, 3)).toBeNull();
  expect(nextTabIndex('a', 0, 3)).toBeNull();
});
