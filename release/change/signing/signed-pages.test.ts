import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { publicKeyOf } from '../../store/signing-keys.ts';
import { FAKE_SITE, release } from '../for-tests/fake-site.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { restoreState } from '../going-back/restore-state.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { abort, promote } from '../going-live/end-canary.ts';
import { newOverrideKey } from '../new-override-key.ts';
import { prune } from '../prune/prune.ts';
import { revokeKey } from './site-keys.ts';

const { site, open, bucket, root, follow, shown, makeKey, releaseText, liveState, forgeState, forgePages } =
  useSignedSite();

const servedPage = () => readFile(path.join(root(), 'current/lanes/42/index.html'), 'utf8');
const write = (file: string, content: string) => bucket().write(file, content, 'text/html');

const forgeHome = () => forgePages('index.html', () => '<h1>evil</h1>');
const portal = () => fakeRemoteBuild({ name: 'portal', text: 'second', paths: ['/p'] });

describe('a web machine', () => {
  test.each([
    ['changed', (dir: string) => write(`${dir}/index.html`, '<h1>evil</h1>'), 'index.html was changed'],
    [
      'changed in its compressed copy',
      (dir: string) => write(`${dir}/registry.json.br`, 'x'),
      'registry.json.br was changed',
    ],
    ['added', (dir: string) => write(`${dir}/evil.html`, '<h1>evil</h1>'), 'evil.html was added'],
    ['removed', (dir: string) => bucket().remove([`${dir}/404.html`]), '404.html was removed'],
  ])(
    'does not serve a page that was %s in the bucket, until it is repaired',
    async (_how, change, problem) => {
      const key = await makeKey();
      const version = await releaseText('second', key);
      const before = [await servedPage(), await shown()];
      const { compositionId, revision } = await liveState();
      const dir = `pages/${compositionId}`;
      const files = await Promise.all(
        (await bucket().list(`${dir}/`)).map(
          async (object) => [object.key, await bucket().read(object.key)] as const,
        ),
      );
      await change(dir);
      await expect(follow()).rejects.toThrow(
        `The pages ${compositionId} of state ${revision} are not what was signed: ${problem} after it was signed (key ${key.id}). Find out who changed it.`,
      );
      expect([await servedPage(), await shown()]).toEqual(before);
      await bucket().remove([`${dir}/evil.html`]);
      for (const [file, content] of files) await bucket().write(file, content ?? '', 'text/html');
      await follow();
      expect((await shown())?.marketing).toBe(version);
    },
  );

  test('does not serve pages without a signature, to all visitors or to those of a canary', async () => {
    await makeKey();
    const before = await servedPage();
    const { compositionId, versions } = await liveState();
    await forgeHome();
    await expect(follow()).rejects.toThrow(
      'The pages f0f0f0f0f0f0 of state 2 are not signed by a key of this site.',
    );
    const canary = { app: 'marketing', version: versions.marketing ?? '', percent: 10, commit: null };
    await forgeState(() => ({ compositionId, canaries: [{ ...canary, compositionId: 'f0f0f0f0f0f0' }] }));
    await expect(follow()).rejects.toThrow('The pages f0f0f0f0f0f0 of state 3 are not signed');
    expect(await servedPage()).toBe(before);
  });

  test('follows pages that were live before the first key, and before some that were pruned', async () => {
    const first = (await liveState()).compositionId;
    const { compositionId } = await release(await open(), [await fakeRemoteBuild({ text: 'second' })]);
    await releaseText('third');
    const pruned = await bucket().list(`pages/${compositionId}/`);
    await bucket().remove(pruned.map((object) => object.key));
    const key = await makeKey();
    await releaseText('fourth', key);
    await restoreState(await open(), 1);
    await follow();
    expect((await liveState()).compositionId).toBe(first);
  });

  test('follows a canary, its promotion and its end, which need no key', async () => {
    const key = await makeKey();
    await releaseText('second', { ...key, canaryPercent: 10 });
    await follow();
    await abort(await open(), 'marketing');
    await follow();
    await releaseText('third', { ...key, canaryPercent: 10 });
    const { versions } = await promote(await open(), 'marketing');
    await follow();
    expect(await shown()).toEqual(versions);
  });
});

describe('a change with new pages', () => {
  const needsKey = 'Set RELEASE_SIGNING_KEY to a key of any application.';

  test('needs a key, and nothing changes without one', async () => {
    const key = await makeKey();
    const owner = await makeKey('portal');
    await releaseText('second', key);
    await release(await open(), [await portal()], owner);
    const before = await liveState();
    await expect(rollBack(await open(), 'marketing')).rejects.toThrow(needsKey);
    await expect(newOverrideKey(await open())).rejects.toThrow(needsKey);
    const again = [await fakeRemoteBuild({ text: 'second' })];
    const site = { ...FAKE_SITE, apiUrl: 'https://api.corvane.example' };
    await expect(release(await open(), again, { site, insist: 'in a hurry' })).rejects.toThrow(needsKey);
    expect(await liveState()).toEqual(before);
    const { versions } = await rollBack(await open(), 'marketing', undefined, owner);
    await follow();
    expect(await shown()).toEqual(versions);
  });

  test.each([
    ['host', 'entry-server.js'],
    ['portal', 'remote.js'],
  ])('runs no server build of %s that was changed after it was signed', async (app, name) => {
    const key = await makeKey();
    const { id } = await makeKey(app);
    const version = (await liveState()).versions[app] ?? '';
    await write(`server/${app}/${version}/${name}`, 'globalThis.wasRun = true;');
    await expect(releaseText('second', key)).rejects.toThrow(
      `${app} ${version} is not what was signed: ${name} was changed after it was signed (key ${id}).`,
    );
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  test('with a key of no application is refused', async () => {
    await makeKey();
    const signingKey = generateKeyPairSync('ed25519').privateKey;
    const { id } = publicKeyOf(signingKey);
    await expect(newOverrideKey(await open(), { signingKey })).rejects.toThrow(
      `RELEASE_SIGNING_KEY (${id}) is not a key of this site.`,
    );
  });

  test('is not built on pages that nobody signed, unless a person insists', async () => {
    const key = await makeKey();
    await forgeHome();
    await expect(releaseText('second', key)).rejects.toThrow(
      `The live pages f0f0f0f0f0f0, of state 2 ("release `,
    );
    const version = await releaseText('second', { ...key, insist: 'looked at it' });
    await follow();
    expect((await shown())?.marketing).toBe(version);
    expect(await servedPage()).not.toContain('evil');
  });

  test('takes no settings that were put into a state', async () => {
    const key = await makeKey();
    await forgeState(({ site: { ...settings } }) => ({
      site: { ...settings, apiUrl: 'https://evil.example' },
    }));
    await expect(
      release(await open(), [await fakeRemoteBuild({ text: 'second' })], {
        ...key,
        site: (await liveState()).site,
      }),
    ).rejects.toThrow('are not what was signed: the state has other settings');
  });

  test('composes again what lies in the bucket without a signature', async () => {
    const key = await makeKey();
    await releaseText('second', key);
    const { compositionId } = await liveState();
    await releaseText('third', key);
    const copy = await open();
    await copy.pullPages(compositionId);
    for (const { name } of await site().list('signatures'))
      if (name.includes(`@${compositionId}@`)) await site().remove([`signatures/${name}`]);
    await expect(rollBack(copy, 'marketing')).rejects.toThrow(needsKey);
    await expect(restoreState(copy, 2)).rejects.toThrow('The pages of state 2 are not signed');
    await rollBack(copy, 'marketing', undefined, key);
    await follow();
    expect((await liveState()).compositionId).toBe(compositionId);
  });
});

test('a pipeline that runs again with the next key signs the live pages, so the first can be revoked', async () => {
  const old = await makeKey();
  await releaseText('second', old);
  const next = await makeKey();
  await releaseText('second', next);
  await revokeKey(site(), 'marketing', old.id);
  await releaseText('third', next);
  await follow();
});

test('a prune removes the signatures of removed pages', async () => {
  const key = await makeKey();
  await releaseText('second', key);
  const { compositionId } = await liveState();
  await releaseText('third', key);
  const signed = async () => (await site().list('signatures')).map(({ name }) => name.split('@')[1]);
  expect(await signed()).toContain(compositionId);
  await prune(site(), { versions: [], paths: [`pages/${compositionId}`] });
  expect(await signed()).not.toContain(compositionId);
  expect(await signed()).toContain((await liveState()).compositionId);
});
