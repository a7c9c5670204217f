import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['autumn', 3, 'aut'],
  ['autumn', 6, 'autumn'],
  ['a😀', 3, 'a😀'],
  ['a😀', 2, 'a'],
  ['😀😀', 3, '😀'],
  ['', 3, ''],
])('of %j, %i code units are %j', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});
