import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@corvane/tools/command/parse-json';
import { UserError } from '@corvane/tools/command/user-error';
import { contentTypeOf } from '@corvane/tools/gateway/files/content-type';
import {
  CHANGED_FILE,
  type Destination,
  FASTER,
  inParallel,
  pathsOfVersion,
  readFacts,
} from '../destination.ts';
import { linkStoredRedirects, RefusedFilesError } from '../link-redirects.ts';
import { placeDirectory } from '../place-directory.ts';
import { recordFile, releaseRecordSchema } from '../release-record.ts';
import { canBeLive, compositionsOf, pathsOfState, type SiteState, siteStateSchema } from '../site-state.ts';
import { REGISTRY_FILE, SiteStore } from '../site-store.ts';
import { Bucket, NO_TAG } from './bucket.ts';

/** Of a file that the bucket refuses and does not have. */
const SEND_ATTEMPTS = 5;
/** Of a version, the pages of a composition or a preview. The largest of ours has 4 MB. Larger ones are refused. */
export const DIRECTORY_MAX_BYTES = 64 * 1024 * 1024;
/** Of a record or a mark. */
const FACT_MAX_BYTES = 1024 * 1024;
/** Of the files of a preview: sent when all others are there. */
const LAST_FILE = REGISTRY_FILE;

/** `s3://<bucket>/<prefix>`, with `S3_ENDPOINT` for a server other than Amazon's. */
export function openBucket(address: string, env: NodeJS.ProcessEnv, copyDir: string): Destination {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? [];
  if (bucket === '') throw new UserError(`${address} has no bucket name. Use s3://<bucket>/<prefix>.`);
  const options = {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: env.AWS_REGION ?? 'us-east-1',
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}),
  };
  return bucketDestination(new Bucket(options), copyDir);
}

/**
 * A bucket with the layout of `SiteStore`, except for the states: `states/<revision>.json`, and the highest is
 * live. A revision is written once, on condition that it does not exist, and that is the commit. Object stores have
 * no rename, and nothing else needs to change at the same instant.
 */
export function bucketDestination(bucket: Bucket, copyDir: string): Destination {
  const store = new SiteStore(copyDir);

  /** null for one that is corrupt. */
  async function readState(key: string): Promise<SiteState | null> {
    return siteStateSchema.safeParse(parseJson((await readText(key)) ?? '')).data ?? null;
  }

  /** Latest first, without those that are corrupt. */
  async function history(): Promise<SiteState[]> {
    const states = await inParallel(await stateKeys(bucket), readState);
    return states.filter((state) => state !== null).sort((a, b) => b.revision - a.revision);
  }

  /**
   * An answer that is lost on its way is asked for again. The second write then meets the first, so equal content counts.
   * @returns false, with nothing changed, when another change has this revision.
   */
  async function writeState(state: SiteState): Promise<boolean> {
    const key = `states/${state.revision}.json`;
    const text = JSON.stringify(state);
    const isTaken = await bucket.writeNew(key, text, 'application/json');
    const isOurs = isTaken || (await readText(key)) === text;
    if (isOurs) await tellChanged();
    return isOurs;
  }

  async function readText(file: string): Promise<string | null> {
    const content = await bucket.read(file);
    return content === null ? null : Buffer.from(content).toString('utf8');
  }

  let isWarned = false;
  /** Web machines also look by themselves, so a failure is only said. */
  async function tellChanged(): Promise<void> {
    await bucket.write(CHANGED_FILE, randomUUID(), 'text/plain').catch((error: Error) => {
      if (!isWarned) console.error(`Web machines may notice this up to 10 minutes late. ${error.message}`);
      isWarned = true;
    });
  }

  async function refuseCorrupt(key: string): Promise<never> {
    const [whole] = await history();
    const mend =
      whole === undefined
        ? 'No state is complete. Release each application again.'
        : `Make a complete state live with "release restore ${whole.revision}".`;
    throw new UserError(`${bucket.name}${key} is corrupt. ${mend}`);
  }

  /** null for a site without a release. @throws UserError for a corrupt one. */
  async function liveState(): Promise<SiteState | null> {
    const key = latest(await stateKeys(bucket));
    if (key === undefined) return null;
    return (await readState(key)) ?? (await refuseCorrupt(key));
  }

  async function isThere(key: string): Promise<boolean> {
    return (await bucket.list(key)).some((object) => object.key === key);
  }

  /** A directory of the bucket, whole, unless the copy has it. Without its `lastFile` it is still being sent. */
  async function bring(directory: string, lastFile?: string): Promise<void> {
    withinDirectory(`/${directory}`, '');
    const target = path.join(store.root, directory);
    if (existsSync(target)) return;
    if (lastFile !== undefined && !(await isThere(`${directory}/${lastFile}`))) return;
    const objects = await bucket.list(`${directory}/`);
    if (objects.length === 0) return;
    if (objects.reduce((sum, { bytes }) => sum + bytes, 0) > DIRECTORY_MAX_BYTES)
      throw new RefusedFilesError(`${bucket.name}${directory} is larger than ${DIRECTORY_MAX_BYTES} bytes`);
    await placeDirectory(target, async (temporary) => {
      await inParallel(objects, async ({ key }) => {
        const file = path.join(temporary, withinDirectory(key, directory));
        const content = await bucket.read(key);
        if (content === null)
          throw new UserError(`${bucket.name}${key} was removed meanwhile. Run it again.`);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, content);
      });
      // A bucket stores no links.
      await linkStoredRedirects(temporary);
    });
  }

  async function bringVersion(app: string, version: string): Promise<void> {
    for (const directory of pathsOfVersion(store, app, version).slice(0, 2)) await bring(directory);
  }

  async function bringSite(compositionId: string): Promise<void> {
    await bring(`pages/${compositionId}`);
    const { host, remotes } = await store.registry(compositionId);
    await bringVersion('host', host.version);
    for (const [name, { version }] of Object.entries(remotes)) await bringVersion(name, version);
  }

  return {
    name: bucket.name,
    store,
    async pull() {
      const state = await liveState();
      if (state === null) return null;
      for (const id of compositionsOf(state)) await bringSite(id);
      return state;
    },
    async pullVersion(app, version) {
      const file = recordFile({ app, version });
      const record = releaseRecordSchema.safeParse(parseJson((await readText(file)) ?? '')).data ?? null;
      if (record !== null && recordFile(record) !== file) return null;
      if (record !== null) await bringVersion(app, version);
      return record;
    },
    pullPages: (compositionId) => bring(`pages/${compositionId}`),
    pullPreview: (token) => bring(`previews/${token}`, LAST_FILE),
    ...readFacts(async (directory) => {
      const objects = await bucket.list(`${directory}/`);
      return objects.filter(({ bytes }) => bytes <= FACT_MAX_BYTES).map(({ key }) => key);
    }, readText),
    readText,
    async writeText(file, text) {
      await bucket.write(file, text, contentTypeOf(file));
      await tellChanged();
    },
    async changeText(file, change) {
      const found = await bucket.readTagged(file);
      const before = found && Buffer.from(found.content).toString('utf8');
      const after = change(before);
      const type = contentTypeOf(file);
      // As `refuseUnconditional`: a store that takes this could bring back what was just taken off.
      if (before !== null && (await bucket.writeOver(file, NO_TAG, before, type)))
        throw unconditional(bucket, 'If-Match');
      const isTaken =
        found === null
          ? await bucket.writeNew(file, after, type)
          : await bucket.writeOver(file, found.tag, after, type);
      if (!isTaken && (await readText(file)) !== after) throw new UserError(FASTER);
      await tellChanged();
    },
    async dropCopy(app, version) {
      for (const file of pathsOfVersion(store, app, version))
        await rm(path.join(store.root, file), { recursive: true, force: true });
    },
    history,
    async push(paths) {
      for (const file of paths) await pushPath(bucket, store, file);
      await tellChanged();
    },
    async commit(next) {
      const key = latest(await stateKeys(bucket));
      if (key !== undefined && revisionOf(key) !== next.revision - 1) return false;
      if (key !== undefined) await refuseUnconditional(bucket, key);
      return writeState(next);
    },
    async latestRevision() {
      const key = latest(await stateKeys(bucket));
      return key === undefined ? 0 : revisionOf(key);
    },
    async replace(next) {
      if (!(await writeState(next))) throw new UserError(FASTER);
    },
    async list(directory) {
      const changed = new Map<string, Date>();
      for (const { key, changedAt } of await bucket.list(`${directory}/`)) {
        const name = key.slice(directory.length + 1).split('/')[0] ?? '';
        if (changedAt > (changed.get(name) ?? new Date(0))) changed.set(name, changedAt);
      }
      return [...changed].map(([name, changedAt]) => ({ name, changedAt }));
    },
    async bytesOf(paths) {
      const listed = await inParallel(paths, async (file) =>
        (await bucket.list(file)).filter(
          ({ key }) => key === file || key.startsWith(`${file}/`) || file === '',
        ),
      );
      return listed.flat().reduce((sum, { bytes }) => sum + bytes, 0);
    },
    async remove(paths) {
      for (const file of paths) {
        const live = canBeLive(file) ? await liveState() : null;
        if (live !== null && pathsOfState(live).includes(file)) continue;
        const inside = await bucket.list(`${file}/`);
        const state = /^states\/\d+$/.test(file) ? [`${file}.json`] : [];
        await bucket.remove([...inside.map(({ key }) => key), file, ...state]);
      }
      await tellChanged();
    },
  };
}

/**
 * A key of the bucket, relative to its directory. A file system reads dots in a key as ways out of it.
 * @throws RefusedFilesError
 */
export function withinDirectory(key: string, directory: string): string {
  const parts = key.slice(directory.length + 1).split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || /[\\\0]/.test(part))) {
    throw new RefusedFilesError(`The key ${JSON.stringify(key)} leads out of its directory`);
  }
  return parts.join('/');
}

/** Immutable, so existing objects are not sent again, and none is written over. */
async function pushPath(bucket: Bucket, store: SiteStore, relative: string): Promise<void> {
  const absolute = path.join(store.root, relative);
  const isFile = (await stat(absolute)).isFile();
  const entries = isFile ? [] : await readdir(absolute, { recursive: true, withFileTypes: true });
  const keys = isFile
    ? [relative]
    : entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(store.root, path.join(entry.parentPath, entry.name)));
  const there = new Set((await bucket.list(isFile ? relative : `${relative}/`)).map(({ key }) => key));
  const missing = keys.filter((key) => !there.has(key));
  const last = `${relative}/${LAST_FILE}`;
  const send = async (key: string) => {
    const content = await readFile(path.join(store.root, key));
    for (let attempt = 1; attempt <= SEND_ATTEMPTS; attempt += 1) {
      if (await bucket.writeNew(key, content, contentTypeOf(key))) return;
      // A bucket also refuses it while another request for it is under way, which may end without it.
      if ((await bucket.list(key)).some((object) => object.key === key)) return;
      await new Promise((resolve) => setTimeout(resolve, attempt * 100));
    }
    throw new UserError(`${bucket.name}${key} is being changed by another command. Run it again.`);
  };
  await inParallel(
    missing.filter((key) => key !== last),
    send,
  );
  if (missing.includes(last)) await send(last);
}

async function stateKeys(bucket: Bucket): Promise<string[]> {
  return (await bucket.list('states/'))
    .map(({ key }) => key)
    .filter((key) => /^states\/\d+\.json$/.test(key));
}

function revisionOf(key: string): number {
  return Number(/(\d+)\.json$/.exec(key)?.[1]);
}

function latest(keys: readonly string[]): string | undefined {
  return keys.toSorted((a, b) => revisionOf(a) - revisionOf(b)).at(-1);
}

/**
 * Writes a state that is there once more, as if it were new. A store that takes this ignores the condition, so two
 * releases at once would overwrite each other. The content stays the same.
 * @throws UserError when the store takes it.
 */
async function refuseUnconditional(bucket: Bucket, key: string): Promise<void> {
  const content = await bucket.read(key);
  if (content === null) return;
  if (await bucket.writeNew(key, Buffer.from(content).toString('utf8'), 'application/json'))
    throw unconditional(bucket, 'If-None-Match: *');
}

function unconditional({ name }: Bucket, condition: string): UserError {
  return new UserError(
    `${name} takes writes without their condition (${condition}): two releases could overwrite each other. Use a store that supports it.`,
  );
}
