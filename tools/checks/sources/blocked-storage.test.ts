import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** The script of every page that runs before the first paint imports nothing, and catches what reading throws. */
const MAY_READ = ['shared/src/lib/storage-of.ts', 'shared/src/first-paint/hint-session.js'];

const readsStorage = (source: string) => /\b(local|session)Storage\b/.test(source);

/** Regression: with all cookies blocked in Chrome, reading the globals throws, and no script of any page started. */
test('what ships reads the storages of the browser through storageOf alone', async () => {
  const found: string[] = [];
  const options = { cwd: WORKSPACE_ROOT, exclude: ['**/node_modules/**', '**/*.test.*'] };
  for await (const file of glob('*/src/**/*.{ts,tsx,js}', options)) {
    if (readsStorage(await readFile(path.join(WORKSPACE_ROOT, file), 'utf8'))) found.push(file);
  }
  expect(found.sort()).toEqual(MAY_READ.toSorted());
});

test('the check sees each way to read them', () => {
  expect(readsStorage("sessionStorage.getItem('host:override')")).toBe(true);
  expect(readsStorage('const { localStorage } = window;')).toBe(true);
  expect(readsStorage("storageOf('local').getItem('portal:theme')")).toBe(false);
});
