import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const read = (file: string) => readFile(path.join(WORKSPACE_ROOT, file), 'utf8');

/** Values of the constants `PARAMETERS` and `…PARAMETER`, as every module that reads addresses names them. */
function parametersIn(source: string): string[] {
  const tables = [...source.matchAll(/const PARAMETERS\b[^=]*= \{([^}]*)\}/g)].map(([, table = '']) => table);
  const named = [...source.matchAll(/const (?:[A-Z]+_)*PARAMETER = ('[^']+')/g)].map(([, name = '']) => name);
  return [...tables, ...named].flatMap((text) =>
    [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
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
  expect(parametersIn("const PARAMETERS: Names = { list: 'state', search: 'find' };")).toEqual([
    'state',
    'find',
  ]);
  expect(parametersIn("const DRAFT_PARAMETER = 'price-draft';")).toEqual(['price-draft']);
});
