import { expect, test } from 'vitest';
import { ALLOWED_SCRIPT_HASHES, INLINE_SCRIPTS } from './inline-scripts.ts';

test.each(INLINE_SCRIPTS)(
  'an inline script has no comments, and nothing that could end its block',
  (script) => {
    expect(script).toMatch(/^\{\n/);
    expect(script).not.toMatch(/<|\/\//);
  },
);

test('a former script is none of the present ones', () => {
  expect(new Set(ALLOWED_SCRIPT_HASHES).size).toBe(ALLOWED_SCRIPT_HASHES.length);
});
