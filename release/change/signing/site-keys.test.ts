import { generateKeyPairSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { keysFile } from '../../store/signing-keys.ts';
import { portalBuild, release, temporaryDirectory } from '../for-tests/fake-site.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { restoreState } from '../going-back/restore-state.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { abort, promote } from '../going-live/end-canary.ts';
import { keysOf, newSigningKey, revokeKey } from './site-keys.ts';

const { site, server, root, open, follow, shown, makeKey, releaseText } = useSignedSite();

const idsOf = async (destination: Destination) =>
  (await keysOf(destination, 'marketing')).map(({ id }) => id);

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
  await site().writeText(keysFile('marketing'), String(text));
  const message = /^keys\/marketing\.pem of s3:.* is not a list of public Ed25519 keys in PEM\./;
  const before = await site().pull();
  await expect(releaseText('second', key)).rejects.toThrow(message);
  await expect(newSigningKey(site(), 'marketing')).rejects.toThrow(message);
  expect(await site().pull()).toEqual(before);
  // Another team can still release, once a person has looked: marketing's key alone signed the live pages.
  const portal = { ...(await makeKey('portal')), insist: 'looked at them' };
  const build = await portalBuild('second');
  await release(await open(), [build], portal);
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

  test('a live version with a revoked key stays live, and other teams can release when a person insists', async () => {
    const old = await makeKey();
    const version = await releaseText('second', old);
    await follow();
    await makeKey();
    await revokeKey(site(), 'marketing', old.id);
    const portal = await makeKey('portal');
    const build = await portalBuild('second');
    await expect(release(await open(), [build], portal)).rejects.toThrow(
      'are not signed by a key of this site',
    );
    const state = await release(await open(), [build], { ...portal, insist: 'the key had leaked' });
    await follow();
    expect(await shown()).toEqual(state.versions);
    expect(state.versions.marketing).toBe(version);
  });

  test('a version signed only by a revoked key cannot go live again: release, rollback, restore, promotion', async () => {
    const old = await makeKey();
    const version = await releaseText('second', old);
    const revision = (await site().pull())?.revision ?? 0;
    const next = await makeKey();
    await releaseText('third', next);
    await releaseText('fourth', { ...old, canaryPercent: 10 });
    await revokeKey(site(), 'marketing', old.id);
    const refused = /^marketing \w+ is not signed by a key of marketing, only by /;
    await expect(releaseText('second', old)).rejects.toThrow(`(${old.id}) is not a key of marketing.`);
    await expect(promote(await open(), 'marketing')).rejects.toThrow(refused);
    await abort(await open(), 'marketing');
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
    await revokeKey(site(), 'marketing', old.id);
    await rm(root(), { recursive: true });
    await expect(follow()).rejects.toThrow('is not signed by a key of marketing');
    const before = await site().pull();
    await releaseText('second', next);
    expect(await site().pull()).toEqual(before);
    await follow();
    expect(await shown()).toEqual(before?.versions);
  });

  test('the last key and an unknown one are not revoked', async () => {
    const { id } = await makeKey();
    await expect(revokeKey(site(), 'marketing', id)).rejects.toThrow('is the only key of marketing');
    await expect(revokeKey(site(), 'marketing', 'ffff')).rejects.toThrow(
      `ffff is not a key of marketing. It has ${id}.`,
    );
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['made', () => newSigningKey(site(), 'marketing')],
    ['revoked', (id) => revokeKey(site(), 'marketing', id)],
  ])('a key that is revoked while another one is %s stays revoked', async (_what, change) => {
    const [first, second, third] = [await makeKey(), await makeKey(), await makeKey()];
    server().beforeWrite(keysFile('marketing'), () => revokeKey(site(), 'marketing', first.id));
    await expect(change(second.id)).rejects.toThrow('Another change was faster. Run the command again.');
    expect(await idsOf(site())).toEqual([second.id, third.id]);
  });

  test('keys that are made at once in a document root are all kept', async () => {
    const directory = directoryDestination(await temporaryDirectory('site'));
    const made = await Promise.all([1, 2, 3].map(() => newSigningKey(directory, 'marketing')));
    expect((await idsOf(directory)).sort()).toEqual(made.map(({ id }) => id).sort());
  });

  test('a change whose answer is lost happens once', async () => {
    const first = await makeKey();
    server().behave('loses answers');
    const second = await makeKey();
    await revokeKey(site(), 'marketing', first.id);
    server().behave('well');
    expect(await idsOf(site())).toEqual([second.id]);
  });

  test('a bucket that ignores the condition of a write is refused, and the keys stay', async () => {
    const { id } = await makeKey();
    server().behave('ignores conditions');
    await expect(makeKey()).rejects.toThrow(/^s3:\S+ takes writes without their condition \(If-Match\): /);
    server().behave('well');
    expect(await idsOf(site())).toEqual([id]);
  });

  test('an application without a key waits for its first one', async () => {
    await makeKey('portal');
    await expect(releaseText('second')).rejects.toThrow(
      'marketing has no signing key, and this site shows only signed versions.',
    );
  });
});
