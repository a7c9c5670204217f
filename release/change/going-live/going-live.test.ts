import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import { bucketDestination } from '../../store/bucket/bucket-destination.ts';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import {
  newSite,
  portalBuild,
  release,
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
  tryMarketing,
} from '../for-tests/fake-site.ts';
import { useBuckets } from '../for-tests/use-buckets.ts';
import { restoreState } from '../going-back/restore-state.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { abort, promote } from './end-canary.ts';

const { server, kinds, newBucket } = useBuckets();
const bucketSite = async () => (await newBucket())();
afterEach(() => server().behave('well'));

describe.each(kinds)('$name', ({ name, newSite: newOpen }) => {
  /** What works in a document root seldom fails in a bucket alone. */
  const alike = name === 'a bucket' ? { tags: ['deep' as const] } : {};
  let openAgain: () => Destination;
  let site: Destination;
  beforeEach(async () => {
    openAgain = await newOpen();
    site = openAgain();
  });

  const live = async () => (await openAgain().pull())?.versions;

  test('two teams release at once, and both releases go live', async () => {
    const first = await releaseFirstSite(site);
    await Promise.all([
      releaseMarketing(openAgain(), 'second'),
      release(openAgain(), [await portalBuild('second')]),
      release(openAgain(), [await fakeHostBuild({ text: 'second' })]),
    ]);
    const now = (await live()) ?? {};
    expect(now.host).not.toBe(first.host.version);
    expect(now.marketing).not.toBe(first.remotes.marketing?.version);
    expect(now.portal).not.toBe(first.remotes.portal?.version);
  });

  test('the same release again changes nothing', alike, async () => {
    await releaseFirstSite(site);
    await releaseMarketing(site, 'second');
    const before = await site.pull();
    expect(await release(openAgain(), [await fakeRemoteBuild({ text: 'second' })])).toEqual(before);
  });

  test('each rollback goes one version further back, to exactly the earlier pages', alike, async () => {
    const first = await releaseFirstSite(site);
    const second = await releaseMarketing(site, 'second');
    const pagesOfSecond = (await site.pull())?.compositionId;
    await releaseMarketing(site, 'third');
    expect((await rollBack(openAgain(), 'marketing')).compositionId).toBe(pagesOfSecond);
    expect((await live())?.marketing).toBe(second);
    await rollBack(openAgain(), 'marketing');
    expect((await live())?.marketing).toBe(first.remotes.marketing?.version);
    await expect(rollBack(site, 'marketing')).rejects.toThrow(/No version of marketing was live before/);
  });

  test("a rollback can name a version, and other applications' newer releases stay", async () => {
    const first = await releaseFirstSite(site);
    const second = await releaseMarketing(site, 'second');
    const { versions } = await release(site, [await fakeHostBuild({ text: 'second' })]);
    const back = await rollBack(openAgain(), 'marketing', first.remotes.marketing?.version);
    expect(back.versions).toEqual({ ...versions, marketing: first.remotes.marketing?.version });
    expect((await rollBack(openAgain(), 'marketing', second)).versions).toEqual(versions);
    expect((await rollBack(openAgain(), 'host')).versions.host).toBe(first.host.version);
  });

  test('an impossible rollback is one clear line', alike, async () => {
    await releaseFirstSite(site);
    await expect(rollBack(site, 'marketing', 'abc')).rejects.toThrow(
      'marketing abc was never published here',
    );
    await expect(rollBack(site, 'nobody')).rejects.toThrow(
      'There is no application nobody. Name one of host, marketing',
    );
  });

  test('a canary runs beside the live version until it is promoted', async () => {
    const first = await releaseFirstSite(site);
    const candidate = await fakeRemoteBuild({ text: 'second' });
    const { canaries, versions } = await release(site, [candidate], { canaryPercent: 10 });
    const [canary] = canaries;
    expect(versions.marketing).toBe(first.remotes.marketing?.version);
    expect(canary).toMatchObject({ app: 'marketing', percent: 10 });

    const promoted = await promote(openAgain(), 'marketing');
    expect(promoted).toMatchObject({ canaries: [], compositionId: canary?.compositionId });
    expect(promoted.versions.marketing).toBe(canary?.version);
    await expect(promote(site, 'marketing')).rejects.toThrow('No canary is running');
  });

  test('an aborted canary leaves the site unchanged', alike, async () => {
    await releaseFirstSite(site);
    const before = await site.pull();
    await release(site, [await fakeRemoteBuild({ text: 'second' })], { canaryPercent: 10 });
    expect(await abort(openAgain(), 'marketing')).toMatchObject({
      canaries: [],
      compositionId: before?.compositionId,
    });
  });

  test('a rollback does not end a canary of its application without a word', async () => {
    const first = await releaseFirstSite(site);
    const second = await releaseMarketing(site, 'second');
    const canary = await tryMarketing(site, 'third', 5);
    const before = await site.pull();
    await expect(rollBack(openAgain(), 'marketing')).rejects.toThrow(
      `A canary of marketing ${canary.version} is running. End it: release abort marketing. Or end it and take ${second} back as well: release rollback marketing --live`,
    );
    expect(await site.pull()).toEqual(before);
    const portal = await portalBuild('second');
    await release(site, [portal]);
    expect((await rollBack(openAgain(), 'portal')).canaries[0]).toMatchObject({ version: canary.version });
    const back = await rollBack(openAgain(), 'marketing', undefined, { live: true });
    expect(back).toMatchObject({ canaries: [], versions: { marketing: first.remotes.marketing?.version } });
  });

  test('a canary is promoted and aborted by the name of its application', alike, async () => {
    await releaseFirstSite(site);
    const canary = await tryMarketing(site, 'second', 5);
    const before = await site.pull();
    const other = `No canary of portal is running. There is one of marketing ${canary.version}.`;
    await expect(promote(openAgain(), 'portal')).rejects.toThrow(other);
    await expect(abort(openAgain(), 'portal')).rejects.toThrow(other);
    expect(await site.pull()).toEqual(before);
    const both = await Promise.allSettled([promote(site, 'marketing'), promote(openAgain(), 'marketing')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(both.find((one) => one.status === 'rejected')?.reason)).toContain('No canary is running');
    expect((await live())?.marketing).toBe(canary.version);
  });

  test('a release past a canary of the same application is refused', alike, async () => {
    await releaseFirstSite(site);
    await release(site, [await fakeRemoteBuild({ text: 'second' })], { canaryPercent: 10 });
    const before = await site.pull();
    await expect(releaseMarketing(site, 'third')).rejects.toThrow(
      /A canary of marketing \w+ is running: promote or abort it first/,
    );
    expect(await site.pull()).toEqual(before);
  });

  test(
    'the local stack comes up again with a canary running: all but its application is brought up to date',
    alike,
    async () => {
      const first = await releaseFirstSite(site);
      const canary = await tryMarketing(site, 'canary');
      const builds = [
        await fakeHostBuild({ text: 'changed' }),
        await fakeRemoteBuild({ text: 'changed' }),
        await portalBuild(),
      ];
      const started = await release(openAgain(), builds, { keepsCanary: true });
      expect(started.canaries[0]).toMatchObject({ app: 'marketing', version: canary.version, percent: 10 });
      expect(started.versions.marketing).toBe(first.remotes.marketing?.version);
      expect(started.versions.host).not.toBe(first.host.version);
      expect(await release(openAgain(), builds, { keepsCanary: true })).toEqual(started);
    },
  );

  test('an earlier state can be restored as a whole', alike, async () => {
    await releaseFirstSite(site);
    const first = await site.pull();
    await releaseMarketing(site, 'second');
    const restored = await restoreState(openAgain(), 1);
    expect(restored).toMatchObject({ revision: 3, compositionId: first?.compositionId });
    expect(await live()).toEqual(first?.versions);
    await expect(restoreState(site, 99)).rejects.toThrow('State 99 does not exist or cannot be read');
  });

  test('a candidate that fails its test is not released', alike, async () => {
    await releaseFirstSite(site);
    const before = await site.pull();
    const pages = await readdir(path.join(site.store.root, 'pages'));
    const testCandidate = () => Promise.reject(new Error('/ throws'));
    await expect(
      release(site, [await fakeRemoteBuild({ text: 'second' })], { testCandidate }),
    ).rejects.toThrow('/ throws');
    expect(await openAgain().pull()).toEqual(before);
    expect(await readdir(path.join(site.store.root, 'pages'))).toEqual(pages);
  });

  test.each([
    [
      'too old',
      3,
      1,
      /marketing \w+ was built for contract 1, host \w+ for 3: bring marketing to contract 2/,
    ],
    ['too new', 1, 3, /marketing \w+ was built for contract 3, host \w+ for 1: release a newer host first/],
  ])(
    'a remote with a contract %s is refused',
    alike,
    async (_case, hostContract, remoteContract, message) => {
      const host = await fakeHostBuild({ contractVersion: hostContract });
      await release(site, [host, await fakeRemoteBuild({ contractVersion: hostContract })]);
      const before = await site.pull();
      const remote = await fakeRemoteBuild({ text: 'second', contractVersion: remoteContract });
      await expect(release(site, [remote])).rejects.toThrow(message);
      expect(await openAgain().pull()).toEqual(before);
    },
  );

  test(
    'a host that would leave a live remote behind is refused; one version apart is fine',
    alike,
    async () => {
      await release(site, [
        await fakeHostBuild({ contractVersion: 1 }),
        await fakeRemoteBuild({ contractVersion: 1 }),
      ]);
      await release(site, [await fakeHostBuild({ contractVersion: 2 })]);
      await expect(release(site, [await fakeHostBuild({ contractVersion: 3 })])).rejects.toThrow(
        /marketing \w+ was built for contract 1/,
      );
      await release(site, [await fakeRemoteBuild({ contractVersion: 3 })]);
    },
  );
});

test('an earlier state can be restored even if the live state is broken', async () => {
  const site = await newSite();
  await releaseMarketing(site, 'second');
  await writeFile(path.join(site.store.stateDir(2), 'state.json'), '{"half');
  await expect(releaseMarketing(site, 'third')).rejects.toThrow(/live state .* is corrupt/);
  await restoreState(site, 1);
  expect((await site.pull())?.revision).toBe(3);
});

test('a broken live state in a bucket is named, with a complete one and the repair command', async () => {
  const site = await bucketSite();
  await releaseFirstSite(site);
  await releaseMarketing(site, 'second');
  await site.writeText('states/2.json', '{"half');
  await expect(site.pull()).rejects.toThrow(
    'states/2.json is corrupt. Make a complete state live with "release restore 1".',
  );
  await restoreState(site, 1);
  expect((await site.pull())?.revision).toBe(3);
});

test('a published version with other content is refused', async () => {
  const site = directoryDestination(await temporaryDirectory('site'));
  const { remotes } = await releaseFirstSite(site);
  const version = await releaseMarketing(site, 'second');
  const dir = site.store.publicDir('marketing', version);
  const [script = ''] = (await readdir(dir)).filter((file) => file.startsWith('page-1'));
  await writeFile(path.join(dir, script), 'something else');
  await rollBack(site, 'marketing', remotes.marketing?.version);
  await expect(releaseMarketing(site, 'second')).rejects.toThrow(
    `marketing ${version} is already published, but its ${script} differs from this build`,
  );
  await rm(dir, { recursive: true });
  expect(await releaseMarketing(site, 'second')).toBe(version);
});

test.each(['answers 500', 'never answers'] as const)(
  'a bucket that %s refuses the release in one line; nothing changes, and trying again works',
  async (mood) => {
    const patient = { prefix: `${mood}/` };
    const impatient = { ...patient, timeoutMs: 100, maxAttempts: 2 };
    const copy = await temporaryDirectory('site-copy');
    const site = bucketDestination(server().open(patient), copy);
    await releaseFirstSite(site);
    const before = await site.pull();
    const failing = bucketDestination(server().open(impatient), copy);
    server().behave(mood);
    await expect(releaseMarketing(failing, 'second')).rejects.toThrow(/^Could not list .* in s3:/);
    server().behave('well');
    expect(await site.pull()).toEqual(before);
    expect(await releaseMarketing(site, 'second')).not.toBe(before?.versions.marketing);
  },
);

test('a bucket that ignores the condition of a write refuses the release in one line, and nothing changes', async () => {
  const site = await bucketSite();
  await releaseFirstSite(site);
  const before = await site.pull();
  server().behave('ignores conditions');
  await expect(releaseMarketing(site, 'second')).rejects.toThrow(
    /^s3:\S+ takes writes without their condition \(If-None-Match: \*\): two releases could overwrite each other\. Use a store that supports it\.$/,
  );
  server().behave('well');
  expect(await site.pull()).toEqual(before);
  expect(await site.latestRevision()).toBe(before?.revision);
});

test('a change of a bucket whose answer is lost happens once', async () => {
  const site = await bucketSite();
  await releaseFirstSite(site);
  const second = await releaseMarketing(site, 'second');
  await releaseMarketing(site, 'third');
  await tryMarketing(site, 'fourth');
  server().behave('loses answers');
  const promoted = await promote(site, 'marketing');
  expect(promoted).toMatchObject({ revision: 5, canaries: [] });
  expect((await restoreState(site, 3)).revision).toBe(6);
  const back = await rollBack(site, 'marketing');
  expect(back).toMatchObject({ revision: 7, versions: { marketing: second } });
  expect(await site.pull()).toEqual(back);
});

test('a file that a bucket refused because of another request is sent again', async () => {
  const open = await newBucket();
  const site = open();
  await releaseFirstSite(site);
  server().behave('has conflicts');
  const state = await release(site, [await fakeRemoteBuild({ text: 'second' })]);
  server().behave('well');
  const { store, ...other } = open();
  expect(await other.pull()).toEqual(state);
  const version = state.versions.marketing ?? '';
  for (const file of pathsOfVersion(store, 'marketing', version).slice(0, 2))
    expect(await readdir(path.join(store.root, file))).toEqual(
      await readdir(path.join(site.store.root, file)),
    );
  expect(await other.pullVersion('marketing', version)).not.toBeNull();
});
