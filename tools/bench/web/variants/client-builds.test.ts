import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readClientBuild } from './client-builds.ts';

async function builtFiles(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'corvane-client-build-'));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(dir, file), text);
  return dir;
}

test('a build has its script and all of its styles', async () => {
  const dir = await builtFiles({
    'index-B4zg.js': '',
    'later-1.js': '',
    'style-1.css': 'a{}',
    'faces-1.css': 'b{}',
  });
  expect(await readClientBuild(dir)).toMatchObject({
    entry: 'index-B4zg.js',
    css: ['faces-1.css', 'style-1.css'],
  });
});

/** Regression: plain federation was measured without the host's styles, and without the fonts that they name. */
test('a build whose stylesheet is empty is not measured', async () => {
  const dir = await builtFiles({ 'index-B4zg.js': '', 'style-1.css': '/*$vite$:1*/\n' });
  await expect(readClientBuild(dir)).rejects.toThrow('style-1.css has no rule');
});

test.each([['index-B4zg.js'], ['style-1.css']])('a build of %s alone is not measured', async (file) => {
  await expect(readClientBuild(await builtFiles({ [file]: 'a{}' }))).rejects.toThrow(
    'no script or no styles',
  );
});
