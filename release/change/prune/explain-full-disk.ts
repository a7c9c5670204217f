import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { isFullDisk } from '@corvane/tools/process/storage-error';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { planPrune } from './prune.ts';

/** Adds to the error of a full disk what a prune would really free. Returns any other error unchanged. */
export async function explainFullDisk(error: unknown, destination: Destination): Promise<unknown> {
  if (!(error instanceof UserError) || !isFullDisk(error)) return error;
  const bytes = await freeableBytes(destination).catch(() => 0);
  const advice =
    bytes === 0
      ? 'Nothing here is old enough to prune: add space.'
      : `"release prune" frees ${Math.ceil(bytes / 1000)} kB here.`;
  return new UserError(`${error.message}. ${advice}`, { cause: error });
}

async function freeableBytes(destination: Destination): Promise<number> {
  const { store } = destination;
  const { versions, paths } = await planPrune(destination);
  const ofVersions = versions.flatMap((name) => {
    const [app = '', version = ''] = name.split('/');
    return pathsOfVersion(store, app, version);
  });
  const sizes = await Promise.all(
    [...ofVersions, ...paths].map((file) => bytesOf(path.join(store.root, file))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of a file, or of all files below a directory. */
async function bytesOf(target: string): Promise<number> {
  const stats = await stat(target).catch(() => null);
  if (stats === null) return 0;
  if (!stats.isDirectory()) return stats.size;
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
