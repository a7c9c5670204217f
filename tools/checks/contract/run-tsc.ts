import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Compiles files, wherever they are, with the workspace's settings and the packages of `shared`.
 * @param sources files to write first, by name. They stand in a temporary folder.
 * @returns what the compiler complains of, '' for nothing
 */
export async function runTsc(
  compilerOptions: Record<string, unknown>,
  files: readonly string[],
  sources: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-tsc-'));
  try {
    const react = path.join(ROOT, 'shared/node_modules/@types/react');
    const settings = {
      extends: path.join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { paths: { react: [react] }, ...compilerOptions },
      files: [...files, ...Object.keys(sources)],
    };
    for (const [name, source] of Object.entries(sources)) await writeFile(path.join(folder, name), source);
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
    return await new Promise((resolve) => {
      execFile(
        path.join(ROOT, 'node_modules/.bin/tsc'),
        ['-p', '.'],
        { cwd: folder },
        (_error, stdout, stderr) => resolve((stdout + stderr).trimEnd()),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
