import { beforeEach, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../build/fake-builds.ts';
import { portalBuild, release, releaseFirstSite, temporaryDirectory } from '../change/for-tests/fake-site.ts';
import { useBuckets } from '../change/for-tests/use-buckets.ts';
import { promote } from '../change/going-live/end-canary.ts';
import { previewApp } from '../change/going-live/preview-app.ts';
import { markBad } from '../change/mark-version.ts';
import { planPrune, prune } from '../change/prune/prune.ts';
import { newSigningKey } from '../change/signing/site-keys.ts';
import { bucketDestination } from '../store/bucket/bucket-destination.ts';
import type { Destination } from '../store/destination.ts';
import { parsePrivateKey } from '../store/signing-keys.ts';
import { type BucketRole, bucketPolicy } from './bucket-policy.ts';

const ADDRESS = 's3://site/production';

/** As the store would read the policy: `*` is any text. */
function allows(role: BucketRole, action: string, key: string, isNew = true): boolean {
  const resource = `arn:aws:s3:::site/${key}`;
  return bucketPolicy(ADDRESS, role).Statement.some(
    (statement) =>
      statement.Action.includes(action) &&
      (isNew || statement.Condition === undefined) &&
      statement.Resource.some((pattern) => {
        const [first = '', ...rest] = pattern.split('*').map((text) => text.replaceAll(/[^\w]/g, '\\$&'));
        return new RegExp(`^${[first, ...rest].join('.*')}$`).test(resource);
      }),
  );
}

const { server } = useBuckets();

/** Each in a working copy of its own, as on another machine. */
async function open(): Promise<Destination> {
  return bucketDestination(server().open({ prefix: 'production/' }), await temporaryDirectory('site-copy'));
}
const as = (role: BucketRole) => server().allow((action, key, isNew) => allows(role, action, key, isNew));
const MARKETING: BucketRole = { kind: 'release', app: 'marketing' };

let key: string;
beforeEach(async () => {
  server().allow(null);
  const owner = await open();
  if ((await owner.pull()) === null) {
    await releaseFirstSite(owner);
    key = (await newSigningKey(owner, 'marketing')).privateKey;
  }
});

test('the credential of an application ships that application: canary, promotion and preview', async () => {
  as(MARKETING);
  const signingKey = parsePrivateKey(key);
  const build = await fakeRemoteBuild({ text: 'canary' });
  await release(await open(), [build], { canaryPercent: 10, signingKey });
  await promote(await open(), 'marketing');
  await previewApp(await open(), await fakeRemoteBuild({ text: 'draft' }), null);
});

test.each([
  ['portal', () => portalBuild('stolen')],
  ['host', () => fakeHostBuild({ text: 'stolen' })],
])('it cannot ship %s: the store refuses its files', async (app, build) => {
  const owner = await open();
  const signingKey = parsePrivateKey((await newSigningKey(owner, app)).privateKey);
  const before = await owner.pull();
  as(MARKETING);
  await expect(release(await open(), [await build()], { signingKey })).rejects.toThrow(
    /^Could not write signatures\/.* in s3:\/\/site\/production\/: it answers 403 AccessDenied$/,
  );
  expect(await owner.pull()).toEqual(before);
});

test('it cannot add a key', async () => {
  as(MARKETING);
  await expect(newSigningKey(await open(), 'marketing')).rejects.toThrow(/Could not write keys\/marketing/);
});

test.each<BucketRole>([{ kind: 'preview', app: 'marketing' }, MARKETING])(
  '%j: a file of a version is never written over',
  async (role) => {
    const owner = await open();
    const { versions } = (await owner.pull()) ?? {};
    const file = `releases/marketing/${versions?.marketing}.json`;
    const before = await owner.readText(file);
    as(role);
    await expect((await open()).writeText(file, 'other')).rejects.toThrow('403 AccessDenied');
    expect(await owner.readText(file)).toBe(before);
    for (const written of [file, 'remotes/marketing/1a2b/page.js', 'server/marketing/1a2b/remote.js'])
      expect([
        allows(role, 's3:PutObject', `production/${written}`),
        allows(role, 's3:PutObject', `production/${written}`, false),
      ]).toEqual([true, false]);
  },
);

test('the credential of previews makes nothing live', async () => {
  as({ kind: 'preview', app: 'marketing' });
  await previewApp(await open(), await fakeRemoteBuild({ text: 'another draft' }), null);
  const signingKey = parsePrivateKey(key);
  const build = await fakeRemoteBuild({ text: 'not live' });
  await expect(release(await open(), [build], { signingKey })).rejects.toThrow('403 AccessDenied');
});

test('the credential of prune removes old versions with their signatures and marks, and changes no page', async () => {
  const owner = await open();
  const signingKey = parsePrivateKey(key);
  for (const text of ['a', 'b', 'c', 'd']) {
    const { versions } = await release(owner, [await fakeRemoteBuild({ text })], { signingKey });
    if (text === 'a')
      await markBad(owner, 'marketing', versions.marketing ?? '', { person: 'Ada', why: 'slow' });
  }
  const before = await owner.pull();
  as({ kind: 'prune' });
  const site = await open();
  const plan = await planPrune(site, { versions: 1, days: 0 });
  await prune(site, plan);
  expect(plan.versions.length).toBeGreaterThan(1);
  const left = [...(await owner.records()), ...(await owner.marks())].map(
    ({ app, version }) => `${app}/${version}`,
  );
  const signed = (await owner.list('signatures')).map(({ name }) => name.split('@').slice(0, 2).join('/'));
  expect([...left, ...signed].filter((name) => plan.versions.includes(name))).toEqual([]);
  expect(await owner.pull()).toMatchObject({
    versions: before?.versions,
    compositionId: before?.compositionId,
    retired: [...plan.versions, ...plan.paths.filter((file) => file.startsWith('pages/'))],
  });
});

test.each([
  ['s3:DeleteObject', 'remotes/marketing/1a2b/page.js', true],
  ['s3:DeleteObject', 'states/1.json', true],
  ['s3:DeleteObject', 'previews/a1/index.html', true],
  ['s3:DeleteObject', 'keys/marketing.pem', false],
  ['s3:PutObject', 'keys/marketing.pem', false],
  ['s3:PutObject', 'states/9.json', true],
  ['s3:PutObject', 'pages/1a2b/index.html', false],
  ['s3:PutObject', 'remotes/marketing/1a2b/page.js', false],
  ['s3:PutObject', 'releases/marketing/1a2b.json', false],
  ['s3:PutObject', 'signatures/marketing@1a2b@3c4d.json', false],
  ['s3:GetObject', 'previews/a1/index.html', false],
])('%s of %s: a prune may do it: %j', (action, file, isAllowed) => {
  expect(allows({ kind: 'prune' }, action, `production/${file}`)).toBe(isAllowed);
});

test('a machine that follows the bucket only reads', () => {
  const actions = bucketPolicy(ADDRESS, { kind: 'web' }).Statement.flatMap(({ Action }) => Action);
  expect(actions).toEqual(['s3:ListBucket', 's3:GetObject']);
});

test.each([
  ['marks/marketing@1a2b@bad.json', true],
  ['previews/a1/index.html', true],
  ['marks/portal@1a2b@bad.json', false],
  ['signatures/marketing@1a2b@3c4d.json', false],
  ['states/1.json', false],
  ['remotes/marketing/1a2b/page.js', false],
])('%s: an application may remove it: %j', (file, isAllowed) => {
  expect(allows(MARKETING, 's3:DeleteObject', `production/${file}`)).toBe(isAllowed);
});

test('an application whose name begins as another does not write there', () => {
  for (const file of ['remotes/marketing-old/1/a.js', 'signatures/marketing-old@1@2.json'])
    expect(allows(MARKETING, 's3:PutObject', `production/${file}`)).toBe(false);
});

test('a document root has no policy', () => {
  expect(() => bucketPolicy('/srv/corvane/site', MARKETING)).toThrow('A policy is for a bucket');
});
