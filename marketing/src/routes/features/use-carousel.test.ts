import { expect, it } from 'vitest';
import { directionOf, directionOfKey, nextPlace } from './use-carousel.ts';

it('moves forward and back', () => {
  expect(nextPlace(0, 1, 3)).toBe(1);
  expect(nextPlace(2, -1, 3)).toBe(1);
});

it('loops at both ends', () => {
  expect(nextPlace(2, 1, 3)).toBe(0);
  expect(nextPlace(0, -1, 3)).toBe(2);
});

it('counts a drag only above ten pixels', () => {
  expect([-10, 0, 10].map(directionOf)).toEqual([0, 0, 0]);
  expect([-11, 11].map(directionOf)).toEqual([1, -1]);
});

const NO_MODIFIER = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it('follows the arrow keys', () => {
  const of = (key: string) => directionOfKey({ ...NO_MODIFIER, key });
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map(of)).toEqual([-1, 1, 0]);
});

it.each(Object.keys(NO_MODIFIER))('leaves an arrow with %s to the browser', (modifier) => {
  expect(directionOfKey({ ...NO_MODIFIER, [modifier]: true, key: 'ArrowLeft' })).toBe(0);
});
