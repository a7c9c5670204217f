import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SBOM_FILE } from '../../supply/sbom.ts';
import { describeBuild } from '../build/describe-build.ts';
import { fakeHostBuild, fakeRemoteBuild } from '../build/fake-builds.ts';
import { signBuild } from '../build/signed-release.ts';
import { bucketDestination } from '../store/bucket-destination.ts';
import { type BucketServer, startBucketServer } from '../store/bucket-for-tests.ts';
import type { Destination } from '../store/destination.ts';
import { directoryDestination } from '../store/directory-destination.ts';
import { keysFile, parsePrivateKey } from '../store/signing-keys.ts';
import { signatureFile } from '../store/version-signature.ts';
import { abort, promote } from './end-canary.ts';
import { release, releaseFirstSite, temporaryDirectory } from './fake-site.ts';
import { mirrorSite } from './mirror-site.ts';
import { planPrune, prune } from './prune.ts';
import { restoreState } from './restore-state.ts';
import { rollBack } from './roll-back.ts';
import { newSigningKey, revokeKey } from './site-keys.ts';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.close());

let sites = 0;
/** Opens the bucket with another working copy, as on another machine. */
let open: () => Promise<Destination>;
let site: Destination;
/** A web machine. */
let root: string;
const follow = () => mirrorSite(bucketDestination(bucket(), root));
const shown = async () => (await directoryDestination(root).pull())?.versions;
let bucket: () => ReturnType<BucketServer['open']>;

beforeEach(async () => {
  const prefix = `signed-${++sites}/`;
  bucket = () => server.open({ prefix });
  open = async () => bucketDestination(bucket(), await temporaryDirectory('site-copy'));
  site = await open();
  root = await temporaryDirectory('site-mirror');
  await releaseFirstSite(site);
  await follow();
});

async function makeKey(app = 'marketing') {
  const { id, privateKey } = await newSigningKey(site, app);
  return { id, signingKey: parsePrivateKey(privateKey) };
}

async function releaseText(text: string, options: Parameters<typeof release>[2] = {}): Promise<string> {
  const state = await release(await open(), [await fakeRemoteBuild({ text })], options);
  return state.versions.marketing ?? '';
}

/** Makes a version live without this tool's checks, as a stolen credential of the bucket could. */
async function forceLive(text: string): Promise<string> {
  const files = (await site.list('keys')).map(({ name }) => `keys/${name}`);
  const texts = await Promise.all(files.map((file) => site.readText(file)));
  await site.remove(files);
  const version = await releaseText(text);
  for (const [index, file] of files.entries()) await site.writeText(file, texts[index] ?? '');
  return version;
}

test('a site without keys takes unsigned releases', async () => {
  const version = await releaseText('second');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await site.list('signatures')).toEqual([]);
});

test('a signed release with its list of packages goes live, as every release from source has one', async () => {
  const { signingKey } = await makeKey();
  const build = await fakeRemoteBuild({ text: 'with packages' });
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), '{}');
  const { versions } = await release(await open(), [build], { signingKey });
  await follow();
  expect((await shown())?.marketing).toBe(versions.marketing);
});

test('a signed release goes live, and web machines follow it', async () => {
  const key = await makeKey();
  const version = await releaseText('second', key);
  await follow();
  expect((await shown())?.marketing).toBe(version);
});

test('an unsigned release is refused, and nothing changes', async () => {
  await makeKey();
  const before = await site.pull();
  await expect(releaseText('second')).rejects.toThrow(
    /^marketing \w+ is not signed\. Release it with RELEASE_SIGNING_KEY set to a key of marketing\.$/,
  );
  expect(await site.pull()).toEqual(before);
});

test('a web machine refuses an unsigned version that is live in the bucket, and keeps its current version', async () => {
  await makeKey();
  const before = await shown();
  await forceLive('stolen');
  await expect(follow()).rejects.toThrow(/^marketing \w+ is not signed/);
  expect(await shown()).toEqual(before);
});

test('the key of another application is refused before anything is published', async () => {
  const portal = await makeKey('portal');
  await makeKey('marketing');
  await expect(releaseText('second', portal)).rejects.toThrow(
    `RELEASE_SIGNING_KEY (${portal.id}) is not a key of marketing. It is a key of portal.`,
  );
  expect(await site.list('signatures')).toEqual([]);
});

test("a signature of another application's key does not count, under its own name or under another's", async () => {
  const marketing = await makeKey('marketing');
  const portal = await makeKey('portal');
  await releaseText('second', marketing);
  const version = await forceLive('stolen');
  const build = await fakeRemoteBuild({ text: 'stolen' });
  const signature = await signBuild(build, await describeBuild(build), portal.signingKey);
  await site.writeText(signatureFile('marketing', version, portal.id), JSON.stringify(signature));
  await expect(follow()).rejects.toThrow(
    `marketing ${version} is not signed by a key of marketing, only by ${portal.id}.`,
  );
  await site.writeText(signatureFile('marketing', version, marketing.id), JSON.stringify(signature));
  await expect(follow()).rejects.toThrow('its signature was not made by that key');
});

test("another version's signature does not count", async () => {
  const key = await makeKey();
  const second = await releaseText('second', key);
  const version = await forceLive('stolen');
  const text = await site.readText(signatureFile('marketing', second, key.id));
  await site.writeText(signatureFile('marketing', version, key.id), text ?? '');
  await expect(follow()).rejects.toThrow('its signature is of another version');
});

describe('a version that was changed in the bucket after it was signed', () => {
  test.each([
    ['a script', 'remotes/marketing/<version>/page-1.js', 'page-1.js was changed'],
    ['a compressed copy', 'remotes/marketing/<version>/style-1.css.gz', 'style-1.css.gz was changed'],
    ['a script that was added', 'remotes/marketing/<version>/evil.js', 'evil.js was added'],
    ['the server build', 'server/marketing/<version>/remote.js', 'remote.js was changed'],
  ])('%s: web machines refuse it until it is repaired', async (_what, file, message) => {
    const key = await makeKey();
    const before = await shown();
    const version = await releaseText('x'.repeat(2000), key);
    const changed = file.replace('<version>', version);
    const original = await site.readText(changed);
    await site.writeText(changed, 'evil();');
    await expect(follow()).rejects.toThrow(
      `marketing ${version} is not what was signed: ${message} after it was signed (key ${key.id}). Find out who changed it.`,
    );
    expect(await shown()).toEqual(before);
    if (original === null) await site.remove([changed]);
    else await bucket().write(changed, (await originalOf(version, file)) ?? '', 'text/javascript');
    await follow();
    expect((await shown())?.marketing).toBe(version);
  });

  test.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ] as const)(
    'a .%s that unpacks to more than any file of ours is refused by its size',
    async (kind, compress) => {
      const key = await makeKey();
      const before = await shown();
      const version = await releaseText('x'.repeat(2000), key);
      const file = `style-1.css.${kind}`;
      const bomb = compress(Buffer.alloc(33 * 1024 * 1024));
      await bucket().write(`remotes/marketing/${version}/${file}`, bomb, 'text/css');
      await expect(follow()).rejects.toThrow(
        `marketing ${version} is not what was signed: ${file} holds more than 32 MB: it was changed after it was signed (key ${key.id}).`,
      );
      expect(await shown()).toEqual(before);
    },
  );

  /** From the copy of the machine that released it. */
  async function originalOf(version: string, file: string): Promise<Uint8Array | null> {
    const other = await temporaryDirectory('site');
    const destination = directoryDestination(other);
    await releaseFirstSite(destination);
    await release(destination, [await fakeRemoteBuild({ text: 'x'.repeat(2000) })]);
    return readFile(path.join(other, file.replace('<version>', version)));
  }

  test('its record', async () => {
    const key = await makeKey();
    const version = await releaseText('second', key);
    const record = `releases/marketing/${version}.json`;
    const text = (await site.readText(record)) ?? '';
    await site.writeText(record, text.replace('"access":"public"', '"access":"rep"'));
    await expect(follow()).rejects.toThrow('its record was changed after it was signed');
    await site.writeText(record, text.replace(/"person":"[^"]*"/, '"person":"Ada"'));
    await follow();
  });

  test('a release of the same build is refused as well', async () => {
    const key = await makeKey();
    const version = await releaseText('second', key);
    await releaseText('third', key);
    await site.writeText(`server/marketing/${version}/remote.js`, 'evil();');
    await expect(releaseText('second', key)).rejects.toThrow('remote.js was changed after it was signed');
  });
});

test.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['a short signature', (text: string) => text.replace(/"signature":"[^"]{20}/, '"signature":"')],
])('a signature that is damaged (%s) is one clear line', async (_how, damage) => {
  const key = await makeKey();
  const version = await releaseText('second', key);
  const file = signatureFile('marketing', version, key.id);
  await site.writeText(file, damage((await site.readText(file)) ?? ''));
  await expect(follow()).rejects.toThrow(
    `marketing ${version} is not what was signed: its signature is damaged (key ${key.id}).`,
  );
});

test.each([
  ['no PEM', 'hello'],
  ['nothing', ''],
  ['half a key', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2Vw'],
  ['a broken key', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2Vw\n-----END PUBLIC KEY-----\n'],
  [
    'a key of another kind',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
  ],
  ['a private key', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })],
])('a file of keys with %s lets nothing new go live', async (_what, text) => {
  const key = await makeKey();
  await site.writeText(keysFile('marketing'), String(text));
  const message = /^keys\/marketing\.pem of s3:.* is not a list of public Ed25519 keys in PEM\./;
  const before = await site.pull();
  await expect(releaseText('second', key)).rejects.toThrow(message);
  await expect(newSigningKey(site, 'marketing')).rejects.toThrow(message);
  expect(await site.pull()).toEqual(before);
  // Another team can still release.
  const portal = await makeKey('portal');
  const build = await fakeRemoteBuild({ name: 'portal', paths: ['/p'], text: 'second' });
  await release(await open(), [build], portal);
});

test('a pipeline that runs again changes nothing', async () => {
  const key = await makeKey();
  const version = await releaseText('second', key);
  const file = signatureFile('marketing', version, key.id);
  const [state, signature] = [await site.pull(), await site.readText(file)];
  expect(await releaseText('second', key)).toBe(version);
  expect([await site.pull(), await site.readText(file)]).toEqual([state, signature]);
});

test('a canary that runs again changes nothing, as canary and when it is live', async () => {
  const key = await makeKey();
  const canary = { ...key, canaryPercent: 10 };
  await releaseText('second', canary);
  const state = await site.pull();
  await releaseText('second', canary);
  expect(await site.pull()).toEqual(state);
  await promote(await open());
  const live = await site.pull();
  await releaseText('second', canary);
  expect(await site.pull()).toEqual(live);
});

describe('changing keys', () => {
  test('two keys are valid at once', async () => {
    const [old, next] = [await makeKey(), await makeKey()];
    await releaseText('by the old', old);
    await follow();
    const version = await releaseText('by the new', next);
    await follow();
    expect((await shown())?.marketing).toBe(version);
  });

  test('a live version with a revoked key stays live, and other teams can release', async () => {
    const old = await makeKey();
    const version = await releaseText('second', old);
    await follow();
    await makeKey();
    await revokeKey(site, 'marketing', old.id);
    const portal = await makeKey('portal');
    const build = await fakeRemoteBuild({ name: 'portal', paths: ['/p'], text: 'second' });
    const state = await release(await open(), [build], portal);
    await follow();
    expect(await shown()).toEqual(state.versions);
    expect(state.versions.marketing).toBe(version);
  });

  test('a version signed only by a revoked key cannot go live again: release, rollback, restore, promotion', async () => {
    const old = await makeKey();
    const version = await releaseText('second', old);
    const revision = (await site.pull())?.revision ?? 0;
    const next = await makeKey();
    await releaseText('third', next);
    await releaseText('fourth', { ...old, canaryPercent: 10 });
    await revokeKey(site, 'marketing', old.id);
    const refused = /^marketing \w+ is not signed by a key of marketing, only by /;
    await expect(releaseText('second', old)).rejects.toThrow(`(${old.id}) is not a key of marketing.`);
    await expect(promote(await open())).rejects.toThrow(refused);
    await abort(await open());
    await expect(rollBack(await open(), 'marketing', version)).rejects.toThrow(refused);
    await expect(restoreState(await open(), revision)).rejects.toThrow(refused);
    // Its own pipeline signs it with the new key.
    expect(await releaseText('second', next)).toBe(version);
  });

  test('a new web machine accepts the live version after its pipeline ran with the new key', async () => {
    const old = await makeKey();
    await releaseText('second', old);
    for (const app of ['host', 'portal'] as const) {
      const key = await makeKey(app);
      const build = app === 'host' ? fakeHostBuild() : fakeRemoteBuild({ name: app, paths: ['/p'] });
      await release(await open(), [await build], key);
    }
    const next = await makeKey();
    await revokeKey(site, 'marketing', old.id);
    await rm(root, { recursive: true });
    await expect(follow()).rejects.toThrow('is not signed by a key of marketing');
    const before = await site.pull();
    await releaseText('second', next);
    expect(await site.pull()).toEqual(before);
    await follow();
    expect(await shown()).toEqual(before?.versions);
  });

  test('the last key and an unknown one are not revoked', async () => {
    const { id } = await makeKey();
    await expect(revokeKey(site, 'marketing', id)).rejects.toThrow('is the only key of marketing');
    await expect(revokeKey(site, 'marketing', 'ffff')).rejects.toThrow(
      `ffff is not a key of marketing. It has ${id}.`,
    );
  });

  test('an application without a key waits for its first one', async () => {
    await makeKey('portal');
    await expect(releaseText('second')).rejects.toThrow(
      'marketing has no signing key, and this site shows only signed versions.',
    );
  });
});

test('a prune removes the signatures of removed versions', async () => {
  const key = await makeKey();
  for (const text of ['a', 'b', 'c', 'd']) await releaseText(text, key);
  expect(await site.list('signatures')).toHaveLength(4);
  await prune(site, await planPrune(site, { versions: 1, days: 0 }));
  const kept = (await site.records()).filter(({ app }) => app === 'marketing');
  const names = (await site.list('signatures')).map(({ name }) => name.split('@')[1]);
  expect(names.sort()).toEqual(kept.map(({ version }) => version).sort());
});

test('a document root checks as a bucket does', async () => {
  const directory = await temporaryDirectory('site');
  const local = directoryDestination(directory);
  await releaseFirstSite(local);
  const { privateKey } = await newSigningKey(local, 'marketing');
  const build = await fakeRemoteBuild({ text: 'second' });
  await expect(release(local, [build])).rejects.toThrow('is not signed');
  await release(local, [build], { signingKey: parsePrivateKey(privateKey) });
  await writeFile(path.join(directory, keysFile('marketing')), 'x');
  await expect(rollBack(local, 'marketing')).rejects.toThrow('is not a list of public Ed25519 keys');
});

test.each([
  ['/../../../../../../etc', 'to'],
  ['/..', 'to'],
  ['/.ssh', 'to'],
  ['/../../../../../../tmp/corvane-out', 'from'],
])('a preview whose redirect leads out of it (%s, %s) is left out, and stops nothing', async (out, end) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const redirects = [{ from: '/x', to: '/', [end]: out }];
  await bucket().write('previews/hostile/redirects.json', JSON.stringify(redirects), 'application/json');
  const version = await releaseText('next');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await readdir(path.join(root, 'previews')).catch(() => [])).toEqual([]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('The preview hostile is left out.'));
  said.mockRestore();
});
