import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { unusedExports } from './unused-exports.ts';

test('every export is used in another file', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files', '*.ts', '*.tsx', '*.mjs')
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(WORKSPACE_ROOT, file)));
  expect(files.length).toBeGreaterThan(1000);
  const sources = new Map(
    files.map((file) => [file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8')] as const),
  );
  expect(unusedExports(sources)).toEqual([]);
});

test.each([
  ['export const A = 1;', ['a.ts: A']],
  ['export const A = 1;\nconst b = A;', ['a.ts: A']],
  ['export interface A { a: number }', ['a.ts: A']],
  ['export const elsewhere = 1;', ['a.ts: elsewhere']],
  ['export default function A() {}', []],
  ['export async function used() {}', []],
])('in %s the unused exports are %j', (text, found) => {
  const sources = new Map([
    ['a.ts', text],
    ['b.ts', "import { used } from './a.ts';\nused();"],
    ['c.ts', "import { elsewhere } from './d.ts';\nelsewhere();"],
    ['d.ts', 'export const elsewhere = 1;'],
  ]);
  expect(unusedExports(sources)).toEqual(found);
});
