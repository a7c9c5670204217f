import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import { bucketDestination } from '../../store/bucket/bucket-destination.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { readLiveSite } from '../change-site.ts';
import {
  newSite,
  release,
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
  tryMarketing,
} from '../for-tests/fake-site.ts';
import { useBuckets } from '../for-tests/use-buckets.ts';
import { restoreState } from '../going-back/restore-state.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { abort } from '../going-live/end-canary.ts';
import { endPreview, previewApp } from '../going-live/preview-app.ts';
import { mirrorSite } from '../mirror/mirror-site.ts';
import { planPrune, prune } from './prune.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIGHT = { versions: 2, days: 0 };

const { server, kinds } = useBuckets();
afterEach(() => void vi.useRealTimers());
/** Lets days pass. */
const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);

describe.each(kinds)('$name', ({ newSite: newOpen }) => {
  let site: Destination;
  beforeEach(async () => {
    site = (await newOpen())();
    await releaseFirstSite(site);
  });

  const published = async () =>
    (await site.records()).filter(({ app }) => app === 'marketing').map(({ version }) => version);

  test('by default no young version is removed, even if there are many', async () => {
    for (let index = 0; index < 22; index += 1) await releaseMarketing(site, String(index));
    expect((await planPrune(site)).versions).toEqual([]);
  });

  test('old versions are removed, except for those that were live last', async () => {
    const first = (await published())[0];
    const versions = [];
    for (const text of ['a', 'b', 'c', 'd']) versions.push(await releaseMarketing(site, text));
    await rollBack(site, 'marketing', versions[0]);
    const plan = await planPrune(site, TIGHT);
    // Only a and d were live last. The first is the last good one before a.
    expect(plan.versions).toEqual([`marketing/${versions[2]}`, `marketing/${versions[1]}`]);
    await prune(site, plan);
    expect((await readLiveSite(site))?.state.action).toBe('prune 2 versions');
    expect((await published()).sort()).toEqual([first, versions[0], versions[3]].sort());
    await expect(rollBack(site, 'marketing', versions[1])).rejects.toThrow(/was pruned/);
    await rollBack(site, 'marketing', versions[3]);
  });

  test('a plan that would remove a live file is refused completely', async () => {
    const version = await releaseMarketing(site, 'second');
    const before = await site.pull();
    const plan = { versions: [`marketing/${version}`], paths: [] };
    await expect(prune(site, plan)).rejects.toThrow(`marketing/${version} is live: nothing was removed`);
    expect(await site.pull()).toEqual(before);
    expect(await published()).toContain(version);
  });

  test('a prune composes nothing: in another year, pages would be other ones that no browser has looked at', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await releaseMarketing(site, text);
    const before = await site.pull();
    pass(366);
    const plan = await planPrune(site, TIGHT);
    expect(plan.versions).not.toEqual([]);
    await prune(site, plan);
    expect((await site.pull())?.compositionId).toBe(before?.compositionId);
  });

  test.each([
    ['restore', () => restoreState(site, 1)],
    ['rollback', () => rollBack(site, 'marketing')],
  ])('pages that a %s makes live again after the plan stay', async (_change, goBack) => {
    const pages = `pages/${(await site.pull())?.compositionId}`;
    await releaseMarketing(site, 'second');
    pass(2);
    const plan = await planPrune(site, { versions: 1, days: 0 });
    expect(plan).toEqual({ versions: [], paths: [pages] });
    await goBack();
    await prune(site, plan);
    expect((await site.list('pages')).map(({ name }) => `pages/${name}`)).toContain(pages);
  });

  const at = (ms: number) => vi.setSystemTime(ms);

  test('a version stays by when it was last live, and previews do not count', async () => {
    const now = Date.now();
    const draft = await previewApp(site, await fakeRemoteBuild({ text: 'draft' }), null);
    for (const text of ['x', 'y', 'z']) await previewApp(site, await fakeHostBuild({ text }), null);
    at(now + 41 * DAY_MS);
    const { versions } = (await site.pull()) ?? {};
    await release(site, [await fakeHostBuild({ text: 'second' })]);
    for (const text of ['u', 'v']) await previewApp(site, await fakeHostBuild({ text }), null);
    at(now + 42 * DAY_MS);
    const plan = await planPrune(site, { versions: 2, days: 30 });
    expect(plan.versions).toHaveLength(4);
    expect(plan.versions).toContain(`marketing/${draft.version}`);
    await prune(site, plan);
    expect((await rollBack(site, 'host')).versions).toEqual(versions);
  });

  test('the version before stays, of the host as well, in the tightest prune and with clocks ten minutes apart', async () => {
    const first = (await site.pull())?.versions.host;
    const now = Date.now();
    at(now - 10 * 60_000);
    for (const text of ['second', 'third']) await release(site, [await fakeHostBuild({ text })]);
    at(now);
    const plan = await planPrune(site, { versions: 1, days: 0 });
    expect(plan.versions).toEqual([`host/${first}`]);
    await prune(site, plan);
    await rollBack(site, 'host');
  });

  test('a version that was pruned and is live again is like any other', async () => {
    const versions = [];
    for (const text of ['a', 'b', 'c', 'd']) versions.push(await releaseMarketing(site, text));
    await prune(site, await planPrune(site, TIGHT));
    expect(await published()).not.toContain(versions[1]);
    expect(await releaseMarketing(site, 'b')).toBe(versions[1]);
    const again = await site.pull();
    await releaseMarketing(site, 'a bad one');
    expect((await rollBack(site, 'marketing')).versions).toEqual(again?.versions);
    await releaseMarketing(site, 'another');
    expect((await restoreState(site, again?.revision ?? 0)).versions).toEqual(again?.versions);
  });

  /** Versions that a prune removes. The first of marketing is among them. */
  const withOld = async () => {
    const old = await releaseMarketing(site, 'a');
    for (const text of ['b', 'c', 'd']) await releaseMarketing(site, text);
    return { old, plan: await planPrune(site, TIGHT) };
  };

  test('a version that a prune is removing is neither released nor previewed until that is over', async () => {
    const { old, plan } = await withOld();
    const build = await fakeRemoteBuild({ text: 'a' });
    const refused = `marketing ${old} is being pruned. Run the command again in a minute.`;
    const remove = async (paths: readonly string[]) => {
      if (paths.some((file) => file.includes(old))) {
        await expect(release(site, [build])).rejects.toThrow(refused);
        await expect(previewApp(site, build, null)).rejects.toThrow(refused);
      }
      await site.remove(paths);
    };
    await prune({ ...site, remove }, plan);
    // A bucket tells times in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await previewApp(site, build, null);
    expect((await release(site, [build])).versions.marketing).toBe(old);
  });

  test('a version that a prune removes while it is being released is refused, and can be released then', async () => {
    const { old, plan } = await withOld();
    const build = await fakeRemoteBuild({ text: 'a' });
    let isPruned = false;
    const testCandidate = async () => {
      if (!isPruned) await prune(site, plan);
      isPruned = true;
      // A bucket tells times in whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    };
    await expect(release(site, [build], { testCandidate })).rejects.toThrow(
      `marketing ${old} is being pruned. Run the command again in a minute.`,
    );
    expect((await release(site, [build])).versions.marketing).toBe(old);
    expect(await published()).toContain(old);
  });

  test('a prune looks at what is live before it removes a version', async () => {
    const { old, plan } = await withOld();
    const shown = (await site.history()).find(({ versions }) => versions.marketing === old);
    const marks = async () => {
      const { revision = 0 } = (await site.pull()) ?? {};
      expect(shown && (await site.commit({ ...shown, revision: revision + 1 }))).toBe(true);
      return site.marks();
    };
    await prune({ ...site, marks }, plan);
    expect(await published()).toContain(old);
  });

  test('a prune that was stopped is ended by the next one', async () => {
    const { old, plan } = await withOld();
    const remove = async (paths: readonly string[]) => {
      const record = paths.find((file) => file === `releases/marketing/${old}.json`);
      await site.remove(record === undefined ? paths : [record]);
      if (record !== undefined) throw new Error('stopped');
    };
    await expect(prune({ ...site, remove }, plan)).rejects.toThrow('stopped');
    const next = await planPrune(site, TIGHT);
    expect(next.versions).toContain(`marketing/${old}`);
    await prune(site, next);
    expect(await site.bytesOf([`remotes/marketing/${old}`, `server/marketing/${old}`])).toBe(0);
  });

  test('a canary and its version stay', async () => {
    const canary = await tryMarketing(site, 'second', 5);
    const plan = await planPrune(site, { versions: 0, days: 0 });
    expect(plan.versions).not.toContain(`marketing/${canary.version}`);
    await prune(site, plan);
    expect((await site.pull())?.canaries[0]).toEqual(canary);
  });

  test('the version of a canary stays by when that ended, and takes no place of a live one', async () => {
    const before = await releaseMarketing(site, 'second');
    const now = Date.now();
    await releaseMarketing(site, 'third');
    const canary = await tryMarketing(site, 'tried', 5);
    at(now + 35 * DAY_MS);
    await abort(site, 'marketing');
    at(now + 36 * DAY_MS);
    const plan = await planPrune(site, { versions: 2, days: 30 });
    expect(plan.versions).not.toContain(`marketing/${canary.version}`);
    at(now + 70 * DAY_MS);
    const { versions } = await planPrune(site, { versions: 2, days: 30 });
    expect(versions).toContain(`marketing/${canary.version}`);
    expect(versions).not.toContain(`marketing/${before}`);
  });

  test('a preview has its own address, changes nothing live, and is removed after a week', async () => {
    await release(site, [await fakeHostBuild({ contractVersion: 2 })]);
    const before = await site.pull();
    const { url } = await previewApp(site, await fakeRemoteBuild({ text: 'draft' }), null);
    expect(url).toMatch(/^https:\/\/corvane\.example\/_preview\/[0-9a-v]{32}$/);
    expect(await site.pull()).toEqual(before);
    const token = url.split('/').at(-1);
    expect((await site.list('previews')).map(({ name }) => name)).toEqual([token]);
    expect((await planPrune(site)).paths).not.toContain(`previews/${token}`);
    pass(8);
    const plan = await planPrune(site);
    expect(plan.paths).toContain(`previews/${token}`);
    await prune(site, plan);
    expect(await site.list('previews')).toEqual([]);
  });
});

test.each([
  ['rollback', (site: Destination) => rollBack(site, 'marketing')],
  ['restore', (site: Destination) => restoreState(site, 1)],
])(
  'a %s between the look of a prune of a bucket and its removal is told; afterwards its pages are whole',
  async (change, goBack) => {
    const bucket = server().open({ prefix: `window-${change}/` });
    const machine = async () => bucketDestination(bucket, await temporaryDirectory('site-copy'));
    const site = await machine();
    await releaseFirstSite(site);
    const pages = `pages/${(await site.pull())?.compositionId}`;
    await releaseMarketing(site, 'second');
    pass(2);
    const remove = bucket.remove.bind(bucket);
    const between: Promise<unknown>[] = [];
    bucket.remove = async (keys) => {
      if (keys.includes(pages)) {
        between.push(goBack(await machine()));
        await Promise.allSettled(between);
      }
      await remove(keys);
    };
    const pruning = await machine();
    await prune(pruning, await planPrune(pruning, { versions: 1, days: 0 }));
    await expect(between[0]).rejects.toThrow(`${pages} is being pruned. Run the command again in a minute.`);
    const back = await rollBack(await machine(), 'marketing');
    expect(await (await machine()).pull()).toEqual(back);
  },
);

test('a preview can be ended early, by its address', async () => {
  const site = await newSite();
  const { url } = await previewApp(site, await fakeRemoteBuild({ text: 'draft' }), null);
  const token = url.split('/').at(-1) ?? '';
  await endPreview(site, token);
  expect(await site.list('previews')).toEqual([]);
  await expect(endPreview(site, token)).rejects.toThrow(
    'There is no such preview. It may have ended or expired.',
  );
});

test('leftovers of a killed release are removed after a day', async () => {
  const site = await newSite();
  const left = path.join(site.store.root, 'pages/abc.tmp');
  await mkdir(left);
  expect((await planPrune(site)).paths).toEqual([]);
  const old = new Date(Date.now() - 2 * DAY_MS);
  await utimes(left, old, old);
  expect((await planPrune(site)).paths).toEqual(['pages/abc.tmp']);
});

test('a document root follows a bucket, and deletes what was pruned there', async () => {
  const bucket = server().open({ prefix: 'mirrored/' });
  const site = bucketDestination(bucket, await temporaryDirectory('site-copy'));
  await releaseFirstSite(site);
  const old = await releaseMarketing(site, 'a');
  const root = await temporaryDirectory('site-mirror');
  const mirror = () => mirrorSite(bucketDestination(bucket, root));
  await mirror();
  const edge = directoryDestination(root);
  expect((await edge.pull())?.versions.marketing).toBe(old);
  expect(existsSync(path.join(root, 'current/lanes/42/index.html'))).toBe(true);

  const { url } = await previewApp(site, await fakeRemoteBuild({ text: 'draft' }), null);
  const preview = path.join(root, 'previews', url.split('/').at(-1) ?? '');
  await mirror();
  expect(existsSync(preview)).toBe(true);

  await endPreview(site, path.basename(preview));
  for (const text of ['b', 'c', 'd']) await releaseMarketing(site, text);
  await prune(site, await planPrune(site, TIGHT));
  const state = await mirror();
  expect(existsSync(preview)).toBe(false);
  expect((await edge.pull())?.versions).toEqual(state.versions);
  expect(await readdir(path.join(root, 'remotes/marketing'))).not.toContain(old);
  expect(await mirror()).toEqual(state);
});
