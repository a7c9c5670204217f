import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { tableDigests } from '../../postgres/table-digests.ts';
import { inDatabase } from './open-database.ts';
import type { Stage } from './stage.ts';

/** What programs write while they run: logs, the locks of a timer's commands, and what Deno remembers of its cached files. */
const PASSING =
  /\.log$|nginx\.pid$|\/\.(commit|pull)-lock$|\/deno\/\w+_cache_v\d|\/temp-|\/log(\/|$)|\/archive\/(wal|base)\/|\.data\//;
/** Large, and made by Deno. Its files are compared by size. */
const BY_SIZE = /\/corvane-functions\/deno\/|\/usr\/local\/bin\//;

/** Every file of the machines with its rights, every row of the database, and what is in the bucket: a line for each. */
export async function stateOf(stage: Stage): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const { name, root } of stage.machines) await addFiles(state, name, root);
  await addFiles(state, 'carry', path.join(stage.root, 'carry'));
  await addFiles(state, 'postgresql', stage.cluster.configuration);
  for (const line of await rowsOf(stage)) state.set(`table ${line.name}`, `${line.rows} ${line.digest}`);
  for (const { key } of await stage.bucket.open({ prefix: '' }).list('')) state.set(`bucket ${key}`, '');
  return state;
}

async function addFiles(state: Map<string, string>, name: string, root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (PASSING.test(file)) continue;
    const { mode, uid, gid, size } = await lstat(file);
    const content = entry.isSymbolicLink()
      ? await readlink(file)
      : !entry.isFile()
        ? ''
        : BY_SIZE.test(file)
          ? String(size)
          : createHash('sha256')
              .update(await readFile(file))
              .digest('hex');
    state.set(`${name}:${path.relative(root, file)}`, `${mode.toString(8)} ${uid}:${gid} ${content}`);
  }
}

async function rowsOf(stage: Stage): Promise<{ name: string; rows: number; digest: string }[]> {
  try {
    return (await inDatabase(stage, tableDigests)) ?? [];
  } catch (error) {
    // Before the page has made the role or the database.
    if (['3D000', '28P01', '28000'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
}
