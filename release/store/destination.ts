import { parseJson } from '@corvane/tools/command/parse-json';
import { z } from 'zod';
import {
  markFile,
  type ReleaseRecord,
  recordFile,
  releaseRecordSchema,
  type VersionMark,
  versionMarkSchema,
} from './release-record.ts';
import type { SiteState } from './site-state.ts';
import type { SiteStore } from './site-store.ts';

/** A file with a new text after each change of a bucket. Web machines ask for it and for the next state alone while nothing changes. */
export const CHANGED_FILE = 'changed';

export const FASTER = 'Another change was faster. Run the command again.';

/**
 * The place where a site is published. Releases are assembled in `store`, a directory of this machine, and one
 * `commit` makes them visible. For a document root the store is the destination itself. For a bucket it is a
 * working copy.
 */
export interface Destination {
  /** For messages. */
  readonly name: string;
  readonly store: SiteStore;
  /** Copies the live state, with everything it needs, into the store. Null for a site without a release. */
  pull(): Promise<SiteState | null>;
  /** Copies a published version into the store. Null when it does not exist. */
  pullVersion(app: string, version: string): Promise<ReleaseRecord | null>;
  /** Brings a composition into the store if the destination has it. */
  pullPages(compositionId: string): Promise<void>;
  /** Brings the pages of a preview into the store if all of them are there. */
  pullPreview(token: string): Promise<void>;
  /** Every published version, latest first. */
  records(): Promise<ReleaseRecord[]>;
  /** Every mark of a version. Unreadable ones are left out. */
  marks(): Promise<VersionMark[]>;
  /** A small file that may change, by path relative to the root. Null when it is not there. */
  readText(file: string): Promise<string | null>;
  /** Writes such a file whole, in place of what it held. */
  writeText(file: string, text: string): Promise<void>;
  /**
   * Writes such a file by what it holds, null when it is not there.
   * @throws UserError, with nothing changed, when another change was faster.
   */
  changeText(file: string, change: (text: string | null) => string): Promise<void>;
  /** Deletes the store's copy of a version, so it is fetched again. */
  dropCopy(app: string, version: string): Promise<void>;
  /** States that are still known, latest first. Unreadable ones are left out. */
  history(): Promise<SiteState[]>;
  /** Sends directories and files of the store, by path relative to its root. Existing ones stay. */
  push(paths: readonly string[]): Promise<void>;
  /**
   * Makes a state live if it is the next one after what is live now.
   * @returns false, with nothing changed, when another change was faster.
   */
  commit(next: SiteState): Promise<boolean>;
  /** The highest revision that was ever written, readable or not. 0 for none. */
  latestRevision(): Promise<number>;
  /**
   * Makes a state live if it is the next one after the latest, even if that cannot be read.
   * @throws UserError, with nothing changed, when another change was faster.
   */
  replace(next: SiteState): Promise<void>;
  /** Names below a directory of the destination: `pages`, `previews`, `states`, `releases/<app>`. */
  list(directory: string): Promise<{ name: string; changedAt: Date }[]>;
  /** What directories and files take, by path relative to the root. Those that are not there take nothing. */
  bytesOf(paths: readonly string[]): Promise<number>;
  /**
   * Removes directories and files, by path relative to the root. Those that are not there are no error. Pages and
   * states that are live at this moment stay: a change may have come after a plan.
   */
  remove(paths: readonly string[]): Promise<void>;
}

/**
 * The records and the marks of a destination, by what lists and reads its files. Left out are those that cannot be read,
 * and those of another application or version than their path says: each team may write its own alone.
 */
export function readFacts(
  filesBelow: (directory: string) => Promise<string[]>,
  readText: Destination['readText'],
): Pick<Destination, 'records' | 'marks'> {
  async function read<T>(
    directory: string,
    schema: z.core.$ZodType<T>,
    fileOf: (fact: T) => string,
  ): Promise<T[]> {
    const facts = await inParallel(await filesBelow(directory), async (file) => {
      const fact = z.safeParse(schema, parseJson((await readText(file)) ?? '')).data;
      return fact !== undefined && fileOf(fact) === file ? [fact] : [];
    });
    return facts.flat();
  }
  return {
    marks: () => read('marks', versionMarkSchema, markFile),
    records: async () => {
      const records = await read('releases', releaseRecordSchema, recordFile);
      return records.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    },
  };
}

/** Transfers at a time. */
const PARALLEL = 8;

export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
  return results;
}

/** The files of a published version, relative to the root. Its record is the last. */
export function pathsOfVersion(store: SiteStore, app: string, version: string): string[] {
  const absolute = [
    store.publicDir(app, version),
    store.serverDir(app, version),
    store.recordFile(app, version),
  ];
  return absolute.map((file) => file.slice(store.root.length + 1).replace(/\/$/, ''));
}
