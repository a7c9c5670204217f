import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as disk from '@corvane/tools/machine/free-percent';
import { expect, test, vi } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { bucketDestination, DIRECTORY_MAX_BYTES } from '../../store/bucket/bucket-destination.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { previewApp } from '../going-live/preview-app.ts';
import { mirrorSite } from './mirror-site.ts';

const { site, root, bucket, server, follow, shown, releaseText } = useSignedSite();

/** What leads out of a preview, or cannot be a preview. */
const HOSTILE: Record<string, Record<string, string>> = {
  'to-far-above': redirects({ from: '/x', to: '/../../../../../../etc' }),
  'to-above': redirects({ from: '/x', to: '/..' }),
  'to-hidden': redirects({ from: '/x', to: '/.ssh' }),
  'from-far-above': redirects({ from: '/../../../../../../tmp/corvane-out', to: '/' }),
  'no-json': { 'redirects.json': 'x' },
  'file-named-as-folder': { a: 'x', 'a/b': 'x' },
  'twice-the-same': redirects({ from: '/x', to: '/' }, { from: '/x', to: '/' }),
  'too-large': { a: 'x'.repeat(DIRECTORY_MAX_BYTES), b: 'x' },
};

function redirects(...all: object[]): Record<string, string> {
  return { 'redirects.json': JSON.stringify(all) };
}

test('hostile previews are each left out, and stop neither the next release nor another preview', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const [name, files] of [...Object.entries(HOSTILE), ['sound', {}] as const])
    for (const [file, content] of Object.entries({ ...files, 'registry.json': '{}' }))
      await bucket().write(`previews/${name}/${file}`, content, 'application/json');
  const version = await releaseText('next');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await readdir(path.join(root(), 'previews'))).toEqual(['sound']);
  for (const name of Object.keys(HOSTILE))
    expect(said).toHaveBeenCalledWith(expect.stringContaining(`The preview ${name} is left out.`));
  said.mockRestore();
});

test('a preview whose files are still on their way is brought when it is complete', async () => {
  const previews = () => readdir(path.join(root(), 'previews'), { recursive: true }).catch(() => []);
  await bucket().write('previews/new/index.html', 'x', 'text/html');
  await bucket().write('previews/new/registry.json.br', 'x', 'application/octet-stream');
  await follow();
  expect(await previews()).toEqual([]);
  await bucket().write('previews/new/registry.json', '{}', 'application/json');
  await follow();
  expect((await previews()).sort()).toEqual([
    'new',
    'new/index.html',
    'new/registry.json',
    'new/registry.json.br',
  ]);
});

test('the registry of a preview is sent when all other files are there', async () => {
  const sent: string[] = [];
  server().allow((action, key) => {
    const [, file] = /\/previews\/\w{32}\/(.+)$/.exec(key) ?? [];
    if (action === 's3:PutObject' && file !== undefined) sent.push(file);
    return true;
  });
  await previewApp(site(), await fakeRemoteBuild({ text: 'draft' }), null);
  server().allow(null);
  expect(sent).toContain('index.html');
  expect(sent.at(-1)).toBe('registry.json');
});

test('a version with a key that leads nowhere is left out, and the next release arrives', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [record] = await site().records();
  const hostile = { ...record, app: 'marketing', version: 'fedcba987654' };
  await bucket().write('releases/marketing/fedcba987654.json', JSON.stringify(hostile), 'application/json');
  await bucket().write('remotes/marketing/fedcba987654/a\\b', 'x', 'text/plain');
  const version = await releaseText('next');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('marketing fedcba987654 is left out.'));
  said.mockRestore();
});

test('a disk that is almost full gets the next release, and no other version or preview', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const free = vi.spyOn(disk, 'freePercent').mockResolvedValue(disk.MIN_FREE_PERCENT - 1);
  await bucket().write('previews/large/registry.json', '{}', 'application/json');
  const version = await releaseText('next');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await readdir(path.join(root(), 'previews')).catch(() => [])).toEqual([]);
  expect(said).toHaveBeenCalledWith('The preview large is left out. The disk is almost full.');
  free.mockResolvedValue(disk.MIN_FREE_PERCENT);
  await follow();
  expect(await readdir(path.join(root(), 'previews'))).toEqual(['large']);
  vi.restoreAllMocks();
});

test('two runs at once leave what is live: the slower one does not clear the other away', async () => {
  await releaseText('second');
  const slow = bucketDestination(bucket(), root());
  let faster: Promise<unknown> = Promise.resolve();
  const records = async () => {
    const known = await slow.records();
    await releaseText('third');
    faster = follow();
    // It ends now, or waits until this run ends.
    await Promise.race([faster, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    return known;
  };
  await mirrorSite({ ...slow, records });
  await faster;
  expect(await readFile(path.join(root(), 'current/lanes/42/index.html'), 'utf8')).toContain('<html');
  expect((await shown())?.marketing).toBe((await site().pull())?.versions.marketing);
});

test('a machine notices a release that could not say so, and its person is warned', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  server().allow((action, key) => action !== 's3:PutObject' || !key.endsWith('/changed'));
  const version = await releaseText('third');
  server().allow(null);
  const late = /^Web machines may notice this up to 10 minutes late\. Could not write changed in s3:/;
  // A request of an earlier file may end meanwhile and say so.
  expect(said.mock.calls.filter(([text]) => late.test(text))).toHaveLength(1);
  said.mockRestore();
  await mirrorSite(bucketDestination(bucket(), root()));
  expect((await shown())?.marketing).toBe(version);
});

test('while nothing changes, a run asks for two files; a release, a mark and a preview are noticed', async () => {
  await releaseText('second');
  const counting = bucket();
  let requests = 0;
  const counted = <A extends unknown[], R>(work: (...args: A) => R) => {
    return (...args: A): R => {
      requests += 1;
      return work(...args);
    };
  };
  counting.list = counted(counting.list.bind(counting));
  counting.readTagged = counted(counting.readTagged.bind(counting));
  const run = async () => {
    requests = 0;
    await mirrorSite(bucketDestination(counting, root()));
    return requests;
  };
  await run();
  expect(await run()).toBe(2);
  const version = await releaseText('third');
  expect(await run()).toBeGreaterThan(2);
  expect((await shown())?.marketing).toBe(version);
  expect(await run()).toBe(2);
  await previewApp(site(), await fakeRemoteBuild({ text: 'draft' }), null);
  expect(await run()).toBeGreaterThan(2);
  expect(await readdir(path.join(root(), 'previews'))).toHaveLength(1);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await run()).toBeGreaterThan(2);
  vi.useRealTimers();
});
