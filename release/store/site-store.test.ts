import { mkdir, mkdtemp, readlink, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { SiteState } from './site-state.ts';
import { SiteStore } from './site-store.ts';

let store: SiteStore;

beforeEach(async () => {
  store = new SiteStore(await mkdtemp(path.join(tmpdir(), 'corvane-store-')));
});

const RELEASE = {
  version: 'h1',
  contractVersion: 1,
  base: '/assets/host/h1/',
  entry: 'index.js',
  css: [],
  preload: [],
  integrity: {},
};

function registryOf(compositionId: string): string {
  return JSON.stringify({ schemaVersion: 1, compositionId, host: RELEASE, remotes: {} });
}

async function placeComposition(id: string, registry: string | null = registryOf(id)): Promise<void> {
  await mkdir(store.pagesDir(id), { recursive: true });
  for (const app of ['host', 'marketing'])
    await mkdir(store.publicDir(app, `${app[0]}1`), { recursive: true });
  if (registry !== null) await writeFile(path.join(store.pagesDir(id), 'registry.json'), registry);
}

function stateOf(revision: number, compositionId: string, changed: Partial<SiteState> = {}): SiteState {
  return {
    schemaVersion: 1,
    revision,
    changedAt: '2026-01-01T00:00:00Z',
    action: 'release',
    person: '',
    brought: [],
    compositionId,
    versions: { host: 'h1' },
    commits: {},
    canaries: [],
    site: { siteUrl: 'https://corvane.example', apiUrl: '', publishableKey: 'k' },
    retired: [],
    ...changed,
  };
}

const laneOf = (lane: string) => readlink(path.join(store.root, 'current/lanes', lane));

test('a site that was never released has no registry', async () => {
  expect(await store.liveRegistry()).toBeNull();
});

test('a live site without its registry is one clear error', async () => {
  await placeComposition('a', null);
  await store.commit(stateOf(1, 'a'));
  await expect(store.liveRegistry()).rejects.toThrow(/registry .* is missing/);
});

test.each(['{"half', '{}', 'null', '[]'])('a registry that holds %s is one clear error', async (text) => {
  await placeComposition('a', text);
  await store.commit(stateOf(1, 'a'));
  await expect(store.liveRegistry()).rejects.toThrow(/registry .* is corrupt/);
});

test('a pointer to nothing is a missing state, not a fresh site', async () => {
  await symlink('states/7', path.join(store.root, 'current'));
  await expect(store.liveState()).rejects.toThrow(/live state .* is missing/);
});

test('a commit moves the pointer; a missing state cannot become live', async () => {
  await placeComposition('a');
  await placeComposition('b');
  expect(await store.commit(stateOf(1, 'a'))).toBe(true);
  expect(await store.commit(stateOf(2, 'b'))).toBe(true);
  expect(await laneOf('00')).toBe('../../../pages/b');
  expect(await laneOf('99')).toBe('../../../pages/b');
  await expect(store.commit(stateOf(3, 'c'))).rejects.toThrow('There is no composition c');
  expect((await store.liveState())?.revision).toBe(2);
});

test('a canary has as many lanes as percent', async () => {
  await placeComposition('a');
  await placeComposition('b');
  const canary = { app: 'host', version: 'h2', percent: 10, commit: null, compositionId: 'b' };
  await mkdir(store.publicDir(canary.app, canary.version), { recursive: true });
  await store.commit(stateOf(1, 'a', { canaries: [canary] }));
  expect(await laneOf('09')).toBe('../../../pages/b');
  expect(await laneOf('10')).toBe('../../../pages/a');
});

test('of two changes from one state only the first goes live', async () => {
  await placeComposition('a');
  await placeComposition('b');
  const landed = await Promise.all([store.commit(stateOf(1, 'a')), store.commit(stateOf(1, 'b'))]);
  expect(landed.sort()).toEqual([false, true]);
  expect(await store.commit(stateOf(1, 'b'))).toBe(false);
});

test('leftovers of a killed change do not block the next one', async () => {
  await placeComposition('a');
  await mkdir(store.stateDir(1), { recursive: true });
  await writeFile(path.join(store.root, '.commit-lock'), '999999999');
  expect(await store.commit(stateOf(1, 'a'))).toBe(true);
  expect((await store.liveState())?.compositionId).toBe('a');
});
