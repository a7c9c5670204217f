import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { explainStorageError } from '@corvane/tools/process/storage-error';
import { type Destination, FASTER } from './destination.ts';
import { readJsonFile } from './read-json-file.ts';
import { type ReleaseRecord, releaseRecordSchema } from './release-record.ts';
import { SiteStore } from './site-store.ts';
import { markFile, versionMarkSchema } from './version-mark.ts';

/** A document root on this machine, or on a file system that it mounts. */
export function directoryDestination(root: string): Destination {
  const store = new SiteStore(root);

  async function writeText(relative: string, text: string): Promise<void> {
    const file = path.join(root, relative);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.${process.pid}.tmp`, text);
      await rename(`${file}.${process.pid}.tmp`, file);
    } catch (error) {
      await rm(`${file}.${process.pid}.tmp`, { force: true });
      throw explainStorageError(error, file);
    }
  }

  return {
    name: root,
    store,
    pull: () => store.liveState(),
    pullVersion: (app, version) => readRecord(store, app, version),
    pullPages: async () => {},
    pullPreview: async () => {},
    records: () => readRecords(store),
    marks: async () => {
      const directory = path.join(root, 'marks');
      const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.json'));
      const marks = files.map((file) =>
        readJsonFile(path.join(directory, file), versionMarkSchema, 'mark').catch(() => null),
      );
      return (await Promise.all(marks)).filter((mark) => mark !== null);
    },
    mark: (mark) => writeText(markFile(mark), JSON.stringify(mark)),
    readText: (file) => readTextOrNull(path.join(root, file)),
    writeText,
    changeText: (file, change) =>
      store.withLock(async () => writeText(file, change(await readTextOrNull(path.join(root, file))))),
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

async function readTextOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw explainStorageError(error, file);
  }
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

async function readRecords(store: SiteStore): Promise<ReleaseRecord[]> {
  const directory = path.join(store.root, 'releases');
  const entries = await readdir(directory, { recursive: true }).catch(() => []);
  const names = entries
    .map((entry) => /^([^/\\]+)[/\\]([^/\\]+)\.json$/.exec(entry))
    .filter((name) => name !== null);
  const records = await Promise.all(
    names.map(([, app = '', version = '']) => readRecord(store, app, version).catch(() => null)),
  );
  return records.filter((record) => record !== null).sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
}

/** Blocks on the disk, since a page of one byte takes a whole one. */
async function bytesBelow(start: string): Promise<number> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = [start, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
  const sizes = await Promise.all(
    files.map((file) =>
      lstat(file).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
