import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { explainStorageError } from '@corvane/tools/process/storage-error';
import { type Destination, FASTER, readFacts } from './destination.ts';
import { placeFile } from './place-directory.ts';
import { readJsonFile } from './read-json-file.ts';
import { type ReleaseRecord, releaseRecordSchema } from './release-record.ts';
import { SiteStore } from './site-store.ts';

/** A document root on this machine, or on a file system that it mounts. */
export function directoryDestination(root: string): Destination {
  const store = new SiteStore(root);

  const readText = (file: string) =>
    readFile(path.join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw explainStorageError(error, path.join(root, file));
    });
  const writeText = (file: string, text: string) => placeFile(path.join(root, file), text);

  return {
    name: root,
    store,
    pull: () => store.liveState(),
    pullVersion: (app, version) => readRecord(store, app, version),
    pullPages: async () => {},
    pullPreview: async () => {},
    ...readFacts(
      async (directory) =>
        (await filesBelow(path.join(root, directory))).map((file) => path.relative(root, file)),
      readText,
    ),
    readText,
    writeText,
    changeText: (file, change) => store.withLock(async () => writeText(file, change(await readText(file)))),
    // The files are no copy.
    dropCopy: async () => {},
    history: async () => {
      const states = await Promise.all(
        (await store.revisions()).map((revision) => store.state(revision).catch(() => null)),
      );
      return states.filter((state) => state !== null);
    },
    push: async () => {},
    commit: (next) => store.commit(next),
    latestRevision: async () => (await store.revisions())[0] ?? 0,
    replace: async (next) => {
      if (!(await store.replace(next))) throw new UserError(FASTER);
    },
    list: async (directory) => {
      const names = await readdir(path.join(root, directory)).catch(() => []);
      const found = names.map(async (name) => {
        const stats = await stat(path.join(root, directory, name)).catch(() => null);
        return stats === null ? [] : [{ name, changedAt: stats.mtime }];
      });
      return (await Promise.all(found)).flat();
    },
    bytesOf: async (paths) => {
      let bytes = 0;
      for (const file of paths) bytes += await bytesBelow(path.join(root, file));
      return bytes;
    },
    remove: async (paths) => {
      for (const file of paths) await store.remove(file);
    },
  };
}

export async function readRecord(
  store: SiteStore,
  app: string,
  version: string,
): Promise<ReleaseRecord | null> {
  const file = store.recordFile(app, version);
  const isThere = await stat(file).catch(() => null);
  return isThere === null ? null : readJsonFile(file, releaseRecordSchema, 'record');
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Blocks on the disk, since a page of one byte takes a whole one. */
async function bytesBelow(start: string): Promise<number> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = [start, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
  const sizes = files.map((file) =>
    lstat(file).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
