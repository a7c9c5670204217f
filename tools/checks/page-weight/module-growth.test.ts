import { expect, test } from 'vitest';
import { grownModules } from './module-growth.ts';

test('the module that grew most is named first, and one that shrank not at all', () => {
  const modules = new Map([
    ['marketing/src/a.tsx', 900],
    ['marketing/src/b.tsx', 2_500],
    ['marketing/src/c.tsx', 100],
    ['zod/index.js', 60_000],
  ]);
  const recorded = { 'marketing/src/a.tsx': 800, 'marketing/src/b.tsx': 1_000, 'marketing/src/c.tsx': 200 };
  expect(grownModules(modules, recorded)).toEqual([
    '+60,000 bytes zod/index.js',
    '+1,500 bytes marketing/src/b.tsx',
    '+100 bytes marketing/src/a.tsx',
  ]);
});
