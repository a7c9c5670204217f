import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const read = (file: string) => readFile(path.join(WORKSPACE_ROOT, file), 'utf8');

/** Fields of a schema of the portal, and values of the constants `…PARAMETER`, which other modules have. */
const NAMED = /: (?:one|many|flag|id)\(\s*'([^']+)'|const (?:[A-Z]+_)*PARAMETER = '([^']+)'/g;

function parametersIn(source: string): string[] {
  return [...source.matchAll(NAMED)].map(([, field, constant]) => field ?? constant ?? '');
}

test('the contract lists every query parameter', async () => {
  const contract = await read('docs/contracts/events-and-storage.md');
  const found: string[] = [];
  for await (const file of glob('{host,marketing,portal,shared}/src/**/*.{ts,tsx}', {
    cwd: WORKSPACE_ROOT,
  })) {
    found.push(...parametersIn(await read(file)));
  }
  expect(found).toContain('waiting');
  expect(found).toContain('rep-find');
  expect(found.filter((name) => !contract.includes(`\`${name}\``))).toEqual([]);
});

test('the check reads both forms', () => {
  expect(parametersIn("const OPEN = { rep: id('rep'), search: one('find', text) };")).toEqual([
    'rep',
    'find',
  ]);
  expect(parametersIn("const DRAFT_PARAMETER = 'price-draft';")).toEqual(['price-draft']);
});
