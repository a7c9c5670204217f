import { expect, test } from 'vitest';
import { growth } from './growth.ts';

test('the module that grew most is named first, and one that shrank not at all', () => {
  const modules = new Map([
    ['marketing/src/a.tsx', 900],
    ['marketing/src/b.tsx', 2_500],
    ['marketing/src/c.tsx', 100],
    ['zod/index.js', 60_000],
  ]);
  const recorded = { 'marketing/src/a.tsx': 800, 'marketing/src/b.tsx': 1_000, 'marketing/src/c.tsx': 200 };
  expect(growth(modules, recorded)).toEqual([
    '+60,000 bytes zod/index.js',
    '+1,500 bytes marketing/src/b.tsx',
    '+100 bytes marketing/src/a.tsx',
  ]);
});

test('many small causes are added up after the five largest', () => {
  const rules = new Map(Array.from({ length: 8 }, (_, index) => [`.a${index}`, 10]));
  expect(growth(rules, {}).slice(4)).toEqual(['+10 bytes .a4', '+30 bytes in 3 more']);
});
