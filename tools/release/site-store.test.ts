import { mkdir, mkdtemp, readlink, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { SiteStore } from './site-store.ts';

let store: SiteStore;

beforeEach(async () => {
  store = new SiteStore(await mkdtemp(path.join(tmpdir(), 'corvane-store-')));
});

async function placeComposition(id: string, registry: string | null): Promise<void> {
  await mkdir(store.pagesDir(id), { recursive: true });
  if (registry !== null) await writeFile(path.join(store.pagesDir(id), 'registry.json'), registry);
}

test('a site that was never released has no registry', async () => {
  expect(await store.liveRegistry()).toBeNull();
});

test('a live site without its registry is one clear error', async () => {
  await placeComposition('a', null);
  await store.makeLive('a');
  await expect(store.liveRegistry()).rejects.toThrow(/registry .* is missing/);
});

test.each(['{"half', '{}', 'null', '[]'])('a registry that holds %s is one clear error', async (text) => {
  await placeComposition('a', text);
  await store.makeLive('a');
  await expect(store.liveRegistry()).rejects.toThrow(/registry .* is corrupt/);
});

test('a pointer to nothing is a missing registry, not a fresh site', async () => {
  await symlink('pages/gone', store.currentLink);
  await expect(store.liveRegistry()).rejects.toThrow(/is missing/);
});

test('making live moves the pointer; what is not there cannot become live', async () => {
  await placeComposition('a', '{}');
  await placeComposition('b', '{}');
  await store.makeLive('a');
  await store.makeLive('b');
  expect(await readlink(store.currentLink)).toBe('pages/b');
  await expect(store.makeLive('c')).rejects.toThrow('There is no composition c');
  expect(await readlink(store.currentLink)).toBe('pages/b');
});

test('two releases at once run one after the other', async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  };
  await Promise.all([store.withLock(work('first')), store.withLock(work('second'))]);
  expect(events).toHaveLength(4);
  expect(events[0]?.split(' ')[0]).toBe(events[1]?.split(' ')[0]);
});

test('the lock of a process that is gone is taken over', async () => {
  await writeFile(path.join(store.root, '.release-lock'), '999999999');
  expect(await store.withLock(async () => 'done')).toBe('done');
});
