import { expect, test } from 'vitest';
import { pageChanges } from './page-changes.ts';

test('each page is reached from another one, once', () => {
  const reached = pageChanges(['/one', '/two', '/three']).flatMap(({ from, targets }) =>
    targets.map((to) => (from === to ? `${to} by its address` : to)),
  );
  expect(reached.sort()).toEqual(['/one', '/three', '/two']);
  expect(pageChanges(['/one'])).toEqual([]);
});
