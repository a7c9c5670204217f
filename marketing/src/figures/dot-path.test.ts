import { expect, it } from 'vitest';
import { dotPath, gridOf, scatter } from './dot-path.ts';

it('writes each dot as one short stroke', () => {
  expect(dotPath([{ x: 1.6, y: 2 }])).toBe('M2 2h0');
});

it('fills a grid row by row', () => {
  expect(gridOf(3, 2, 10)).toEqual([
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
  ]);
});

it('scatters evenly, and the same way every time', () => {
  const values = Array.from({ length: 2000 }, (_, seed) => scatter(seed));
  expect(values).toEqual(Array.from({ length: 2000 }, (_, seed) => scatter(seed)));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean).toBeCloseTo(0.5, 1);
});
