import { expect, test } from 'vitest';
import { jsonDepth } from './json-depth.ts';

test.each([
  ['', 0],
  ['"text"', 0],
  ['{}', 1],
  ['{"filter":{"products":["a","b"]}}', 3],
  ['[[],[],[[]]]', 3],
  ['{"search":"[[[[[["}', 1],
  [String.raw`{"search":"\"[[[[\\"}`, 1],
  ['['.repeat(100_000), 100_000],
])('the depth of %.40s is %i', (text, depth) => {
  expect(jsonDepth(text)).toBe(depth);
});
