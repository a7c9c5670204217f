import { expect, it } from 'vitest';
import { nextPlace } from './use-carousel.ts';

it('goes on and back', () => {
  expect(nextPlace(0, 1, 3)).toBe(1);
  expect(nextPlace(2, -1, 3)).toBe(1);
});

it('loops at both ends', () => {
  expect(nextPlace(2, 1, 3)).toBe(0);
  expect(nextPlace(0, -1, 3)).toBe(2);
});
