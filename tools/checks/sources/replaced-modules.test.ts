import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** The files that vitest.config.ts runs many to a process. */
const IN_SHARED_PROCESSES = [
  'operations/**/*.test.ts',
  'release/**/*.test.ts',
  'supabase/**/*.test.ts',
  'tools/**/*.test.{ts,tsx}',
];

const replacesModules = (source: string) => /^\s*(await )?vi\.(mock|doMock)\(/m.test(source);

/**
 * Regression: a test replaced a module that an earlier file of its process had loaded already. It passed or failed
 * by which file ran first. A function takes what a test replaces as a parameter instead.
 */
test('no test that shares its process replaces a module', async () => {
  let files = 0;
  const found: string[] = [];
  const options = { cwd: WORKSPACE_ROOT, exclude: ['**/node_modules/**', '**/fixtures/**'] };
  for await (const file of glob(IN_SHARED_PROCESSES, options)) {
    files++;
    if (replacesModules(await readFile(path.join(WORKSPACE_ROOT, file), 'utf8'))) found.push(file);
  }
  expect(files).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('the check sees a replaced module', () => {
  expect(replacesModules("vi.mock('./postgres.ts', () => ({}));")).toBe(true);
  expect(replacesModules("  await vi.doMock('./postgres.ts');")).toBe(true);
  expect(replacesModules('vi.mocked(fetch).mockReset();')).toBe(false);
});
