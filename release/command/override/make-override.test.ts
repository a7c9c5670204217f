import { OVERRIDE_KEY_FILE } from '@corvane/shared/contracts/remote/override';
import { beforeEach, expect, test } from 'vitest';
import { readOverride } from '../../../host/src/override/read-override.ts';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { newSite, pageOf, release, releaseMarketing } from '../../change/for-tests/fake-site.ts';
import { previewApp } from '../../change/going-live/preview-app.ts';
import { newOverrideKey } from '../../change/new-override-key.ts';
import type { Destination } from '../../store/destination.ts';
import { makeOverride } from './make-override.ts';

const DAY_MS = 24 * 3_600_000;
let destination: Destination;

let privateKey: string;

beforeEach(async () => {
  destination = await newSite();
  ({ privateKey } = await newOverrideKey(destination));
});

/** A tab of the site that was opened at an address. */
async function tabAt(address: string, { ageMs = 0, stored = null as string | null } = {}) {
  const key = await pageOf(destination, OVERRIDE_KEY_FILE).catch(() => 'Not found');
  const storage = new Map(stored === null ? [] : [['host:override', stored]]);
  const shown = { url: address };
  const override = await readOverride(
    {
      location: { href: address },
      history: {
        state: null,
        replaceState(_state, _title, url) {
          shown.url = String(url);
        },
      },
      storage: {
        getItem: (name: string) => storage.get(name) ?? null,
        setItem: (name: string, value: string) => void storage.set(name, value),
        removeItem: (name: string) => void storage.delete(name),
      },
      fetch: async () => new Response(key),
      now: () => Date.now() + ageMs,
    },
    '',
  );
  return { override, url: shown.url, stored: storage.get('host:override') ?? null };
}

async function overrideOf(target: string, remote = 'marketing', key: string | undefined = privateKey) {
  return (await makeOverride(destination, { remote, target }, { privateKey: key })).url;
}

test('a version is shown in a tab for a day, and the address is clean at once', async () => {
  const version = await releaseMarketing(destination, 'second');
  await releaseMarketing(destination, 'third');
  // Those releases had settings without a key.
  ({ privateKey } = await newOverrideKey(destination));
  const first = await tabAt(`${await overrideOf(version)}&tier=x#plans`);
  expect(first.override).toMatchObject({ remote: 'marketing', to: { version }, css: ['style-1.css'] });
  expect(first.url).toBe('https://corvane.example/?tier=x#plans');

  const next = await tabAt('https://corvane.example/about', { stored: first.stored, ageMs: DAY_MS - 60_000 });
  expect(next.override).toEqual(first.override);
  const tomorrow = await tabAt('https://corvane.example/', { stored: first.stored, ageMs: DAY_MS });
  expect(tomorrow).toMatchObject({ override: null, stored: null });
});

test('a preview gives its version, and a server of this machine its origin', async () => {
  const preview = await previewApp(destination, await fakeRemoteBuild({ text: 'draft' }), null);
  expect((await tabAt(await overrideOf(preview.url))).override?.to).toEqual({ version: preview.version });
  const { override } = await tabAt(await overrideOf('http://localhost:5173'));
  expect(override).toMatchObject({ to: { origin: 'http://localhost:5173' }, css: [] });
});

test.each(['https://evil.example', 'constructor'])('%s is not a valid target', async (target) => {
  await expect(overrideOf(target)).rejects.toThrow(
    'is not a version, a preview, or a server of this machine',
  );
});

test('an unknown remote, the host and an unknown version are refused by their names', async () => {
  const at = 'http://localhost:1';
  await expect(overrideOf(at, 'shop')).rejects.toThrow('There is no remote shop on the site');
  await expect(overrideOf(at, 'host')).rejects.toThrow('It has marketing, portal');
  await expect(overrideOf('0123456789ab')).rejects.toThrow('never published');
});

test('a token with another key, for another override or without its signature does nothing', async () => {
  const former = await overrideOf('http://localhost:5173');
  ({ privateKey } = await newOverrideKey(destination));
  expect((await tabAt(former)).override).toBeNull();
  const url = await overrideOf('http://localhost:5173');
  expect((await tabAt(url)).override).not.toBeNull();

  const token = new URL(url).searchParams.get('override-token') ?? '';
  const claims = { override: 'marketing@http://evil.example:80', css: [], endsAt: Date.now() + 1000 };
  const forged = `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${token.split('.')[1]}`;
  for (const query of [
    'override=marketing@http://localhost:5173',
    `override=marketing@http://localhost:9&override-token=${token}`,
    `override-token=${token}`,
    `override=${claims.override}&override-token=${forged}`,
    `override=${claims.override}&override-token=${forged.split('.')[0]}.`,
    'override=marketing@http://localhost:5173&override-token=%00',
  ]) {
    expect(await tabAt(`https://corvane.example/?${query}`)).toMatchObject({ override: null, stored: null });
  }
});

/** The key of the site could sign anything: the host still shows nothing of another origin. */
test('a signed foreign origin, and one for a year, do nothing', async () => {
  const key = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(privateKey, 'base64url'),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  );
  const tabWith = async (override: string, endsAt: number) => {
    const payload = Buffer.from(JSON.stringify({ override, css: [], endsAt }));
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, payload);
    const token = `${payload.toString('base64url')}.${Buffer.from(signature).toString('base64url')}`;
    return tabAt(`https://corvane.example/?override=${override}&override-token=${token}`);
  };
  const hour = Date.now() + 3_600_000;
  expect((await tabWith('marketing@http://localhost:5173', hour)).override).not.toBeNull();
  expect((await tabWith('marketing@https://evil.example', hour)).override).toBeNull();
  expect((await tabWith('marketing@http://localhost:5173', hour + 365 * DAY_MS)).override).toBeNull();
});

test('without a key, or with an old key, the command says what to do', async () => {
  const at = 'http://localhost:5173';
  const former = privateKey;
  await newOverrideKey(destination);
  await expect(overrideOf(at)).rejects.toThrow('OVERRIDE_KEY is not the key of this site');
  await expect(overrideOf(at, 'marketing', 'x')).rejects.toThrow('is not the key');
  await expect(overrideOf(at, 'marketing', '')).rejects.toThrow('Set OVERRIDE_KEY to the key that');
  destination = await newSite();
  await expect(overrideOf(at, 'marketing', former)).rejects.toThrow('make a key with "release override-key"');
});

test('only the public half is published, and it outlives the next release', async () => {
  const { state, privateKey: secret } = await newOverrideKey(destination);
  const next = await release(destination, [await fakeRemoteBuild({ text: 'later' })], { site: state.site });
  expect(JSON.parse(await pageOf(destination, OVERRIDE_KEY_FILE))).toEqual({ key: state.site.overrideKey });
  expect(JSON.stringify(next)).not.toContain(secret);
});
