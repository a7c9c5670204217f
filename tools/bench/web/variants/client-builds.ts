import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ClientKind } from './client-configs.ts';

/** A build whose pages are drawn in the browser. File names are relative to its directory. */
export interface ClientBuild {
  dir: string;
  entry: string;
  css: string[];
  files: string[];
}

const SCRIPT = path.join(import.meta.dirname, 'build-client.ts');

/** In a process of its own: Tailwind gives the second build of a process an empty stylesheet. */
export async function buildClient(kind: ClientKind, outDir: string): Promise<ClientBuild> {
  await promisify(execFile)(process.execPath, [SCRIPT, kind, outDir]);
  return readClientBuild(outDir);
}

/** @throws when a file is missing or a stylesheet has no rule: the page would be lighter than a true one. */
async function readClientBuild(dir: string): Promise<ClientBuild> {
  const files = (await readdir(dir)).sort();
  const entry = files.find((file) => /^(index|entry-client)-.*\.js$/.test(file));
  const css = files.filter((file) => file.endsWith('.css'));
  if (entry === undefined || css.length === 0)
    throw new Error(`The build in ${dir} has no script or no styles`);
  for (const file of css) {
    const isEmpty = !(await readFile(path.join(dir, file), 'utf8')).includes('{');
    if (isEmpty) throw new Error(`The stylesheet ${path.join(dir, file)} has no rule`);
  }
  return { dir, entry, css, files };
}
