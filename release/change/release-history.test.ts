import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { HISTORY_FILE, releaseHistorySchema } from '@corvane/shared/contracts/release-history';
import { describe, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../build/fake-builds.ts';
import type { Destination } from '../store/destination.ts';
import { directoryDestination } from '../store/directory-destination.ts';
import type { SiteState } from '../store/site-state.ts';
import {
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
  tryMarketing,
} from './for-tests/fake-site.ts';
import { useBuckets } from './for-tests/use-buckets.ts';
import { restoreState } from './going-back/restore-state.ts';
import { rollBack } from './going-back/roll-back.ts';
import { abort, promote } from './going-live/end-canary.ts';
import { endPreview, previewApp } from './going-live/preview-app.ts';
import { mirrorSite } from './mirror/mirror-site.ts';

const { newBucket } = useBuckets();

/** What the edge serves from a document root. */
async function servedBy(root: string) {
  return releaseHistorySchema.parse(
    JSON.parse(await readFile(path.join(root, 'current', HISTORY_FILE), 'utf8')),
  );
}

async function openRoot() {
  const site = directoryDestination(await temporaryDirectory('site'));
  return { site, served: () => servedBy(site.store.root) };
}

/** A bucket, and a web machine that follows it. */
async function openBucket() {
  const open = await newBucket();
  const web = open();
  const follow = async (machine = open()) => {
    await mirrorSite(machine);
    return machine.store.root;
  };
  return { site: open(), served: async () => servedBy(await follow(web)), follow };
}

/** Writes a state as a tool did that kept no changes. */
async function changeAsBefore({ commit, pull, history }: Destination, action: string) {
  const [latest] = await history();
  if (latest === undefined) throw new Error('Nothing is live');
  const { changes: _changes, ...former } = latest;
  const next: SiteState = {
    ...former,
    revision: former.revision + 1,
    changedAt: new Date().toISOString(),
    action,
    brought: [],
  };
  expect(await commit(next)).toBe(true);
  await pull();
}

describe.each([
  { name: 'a document root', open: openRoot },
  { name: 'a bucket and its web machine', open: openBucket },
])('$name', ({ open }) => {
  test('serves what is live, the canary, and every change with person and version', async () => {
    const { site, served } = await open();
    const first = (await releaseFirstSite(site)).remotes.marketing?.version;
    const { version } = await tryMarketing(site, 'tried', 10, { person: 'Ada' });
    expect(await served()).toMatchObject({
      versions: { marketing: first },
      canaries: [{ app: 'marketing', version, percent: 10 }],
    });
    await promote(site, 'marketing', { person: 'Grace' });
    await rollBack(site, 'marketing', undefined, { person: 'Grace' });
    const { versions, canaries, changes } = await served();
    expect([versions.marketing, canaries]).toEqual([first, []]);
    const ofMarketing = changes.filter(({ app }) => app === 'marketing');
    expect(ofMarketing.map(({ kind, version: of, person }) => [kind, of, person])).toEqual([
      ['rollback', first, ''],
      ['promote', version, 'Ada'],
      ['canary', version, 'Ada'],
      ['release', first, ''],
    ]);
  });

  test('a state by an older release has no changes, and the next one finds them in all states', async () => {
    const { site, served } = await open();
    await releaseFirstSite(site);
    await releaseMarketing(site, 'second');
    await changeAsBefore(site, 'prune pages');
    expect(await served()).toMatchObject({ changes: [] });
    const third = await releaseMarketing(site, 'third');
    const ofMarketing = (await served()).changes.filter(({ app }) => app === 'marketing');
    expect(ofMarketing.map(({ kind }) => kind)).toEqual(['release', 'release', 'release']);
    expect(ofMarketing[0]?.version).toBe(third);
  });

  test('a preview is told without its address, until it ends', async () => {
    const { site, served } = await open();
    await releaseFirstSite(site);
    const source = { commit: 'abcdef0123456789abcdef0123456789abcdef01', isDirty: false };
    const { url, version } = await previewApp(site, await fakeRemoteBuild({ text: 'tried' }), source, 'Ada');
    const token = url.split('/').at(-1) ?? '';
    const { previews } = await served();
    expect(previews).toEqual([{ app: 'marketing', version, at: expect.any(String), commit: 'abcdef0123' }]);
    await releaseMarketing(site, 'second');
    expect((await served()).previews).toEqual(previews);
    await endPreview(site, token);
    expect((await served()).previews).toEqual([]);
  });

  test('a restore goes on with the latest history, not with that of the restored state', async () => {
    const { site, served } = await open();
    await releaseFirstSite(site);
    await releaseMarketing(site, 'second');
    await restoreState(site, 1);
    const kinds = (await served()).changes.filter(({ app }) => app === 'marketing').map(({ kind }) => kind);
    expect(kinds).toEqual(['restore', 'release', 'release']);
  });
});

test('each web machine gives the same history the same tag', async () => {
  const { site, follow } = await openBucket();
  await releaseFirstSite(site);
  await tryMarketing(site, 'tried');
  await abort(site, 'marketing');
  const timeOn = async (root: string) => (await stat(path.join(root, 'current', HISTORY_FILE))).mtimeMs;
  expect(await timeOn(await follow())).toBe(await timeOn(await follow()));
});
