import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SBOM_FILE } from '@corvane/tools/supply/sbom';
import { expect, test } from 'vitest';
import { describeBuild } from '../../build/describe-build.ts';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { signBuild } from '../../build/signed-release.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { signatureFile } from '../../store/release-record.ts';
import { keysFile, parsePrivateKey } from '../../store/signing-keys.ts';
import { release, releaseFirstSite, temporaryDirectory } from '../for-tests/fake-site.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { restoreState } from '../going-back/restore-state.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { promote } from '../going-live/end-canary.ts';
import { planPrune, prune } from '../prune/prune.ts';
import { newSigningKey } from './site-keys.ts';

const { site, open, follow, shown, makeKey, releaseText, forceLive } = useSignedSite();

test('a site without keys takes unsigned releases', async () => {
  const version = await releaseText('second');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await site().list('signatures')).toEqual([]);
});

test('a signed release with its list of packages goes live, as every release from source has one', async () => {
  const { signingKey } = await makeKey();
  const build = await fakeRemoteBuild({ text: 'with packages' });
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), '{}');
  const { versions } = await release(await open(), [build], { signingKey });
  await follow();
  expect((await shown())?.marketing).toBe(versions.marketing);
});

test('an unsigned release is refused, and nothing changes', async () => {
  await makeKey();
  const before = await site().pull();
  await expect(releaseText('second')).rejects.toThrow(
    /^marketing \w+ is not signed\. Release it with RELEASE_SIGNING_KEY set to a key of marketing\.$/,
  );
  expect(await site().pull()).toEqual(before);
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
  expect(
    (await site().list('signatures')).filter(
      ({ name }) => name.includes(`marketing@`) && name.includes(portal.id),
    ),
  ).toEqual([]);
});

test("a signature of another application's key does not count, under its own name or under another's", async () => {
  const marketing = await makeKey('marketing');
  const portal = await makeKey('portal');
  await releaseText('second', marketing);
  const version = await forceLive('stolen');
  const build = await fakeRemoteBuild({ text: 'stolen' });
  const signature = await signBuild(build, await describeBuild(build), portal.signingKey);
  await site().writeText(signatureFile('marketing', version, portal.id), JSON.stringify(signature));
  await expect(follow()).rejects.toThrow(
    `marketing ${version} is not signed by a key of marketing, only by ${portal.id}.`,
  );
  await site().writeText(signatureFile('marketing', version, marketing.id), JSON.stringify(signature));
  await expect(follow()).rejects.toThrow('its signature was not made by that key');
});

test("another version's signature does not count", async () => {
  const key = await makeKey();
  const second = await releaseText('second', key);
  const version = await forceLive('stolen');
  const text = await site().readText(signatureFile('marketing', second, key.id));
  await site().writeText(signatureFile('marketing', version, key.id), text ?? '');
  await expect(follow()).rejects.toThrow('its signature is of another version');
});

test('the first key signs what was live: a rollback and a restore can go there, and web machines follow', async () => {
  const first = (await site().pull())?.versions.marketing;
  await releaseText('second');
  await follow();
  const key = await makeKey();
  await releaseText('third', key);
  await rollBack(await open(), 'marketing', first);
  await follow();
  expect((await shown())?.marketing).toBe(first);
  expect((await restoreState(await open(), 2)).versions.marketing).not.toBe(first);
  await follow();
});

test('a pipeline that runs again changes nothing', async () => {
  const key = await makeKey();
  const version = await releaseText('second', key);
  const file = signatureFile('marketing', version, key.id);
  const [state, signature] = [await site().pull(), await site().readText(file)];
  expect(await releaseText('second', key)).toBe(version);
  expect([await site().pull(), await site().readText(file)]).toEqual([state, signature]);
});

test('a canary that runs again changes nothing, as canary and when it is live', async () => {
  const key = await makeKey();
  const canary = { ...key, canaryPercent: 10 };
  await releaseText('second', canary);
  const state = await site().pull();
  await releaseText('second', canary);
  expect(await site().pull()).toEqual(state);
  await promote(await open(), 'marketing');
  const live = await site().pull();
  await releaseText('second', canary);
  expect(await site().pull()).toEqual(live);
});

test('a prune removes the signatures of removed versions', async () => {
  const key = await makeKey();
  for (const text of ['a', 'b', 'c', 'd']) await releaseText(text, key);
  // Of five versions and of the five sets of pages with them.
  expect(await site().list('signatures')).toHaveLength(10);
  await prune(site(), await planPrune(site(), { versions: 1, days: 0 }));
  const kept = (await site().records()).filter(({ app }) => app === 'marketing');
  const pages = (await site().list('pages')).map(({ name }) => name);
  const names = (await site().list('signatures')).map(({ name }) => name.split('@')[1]);
  expect(names.sort()).toEqual([...kept.map(({ version }) => version), ...pages].sort());
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
