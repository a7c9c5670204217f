import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import {
  newSite,
  pageOf,
  portalBuild,
  release,
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
} from '../change/for-tests/fake-site.ts';
import { bucketDestination } from '../store/bucket/bucket-destination.ts';
import { startBucketServer } from '../store/bucket/bucket-for-tests.ts';
import type { Destination } from '../store/destination.ts';
import { directoryDestination } from '../store/directory-destination.ts';
import { bundleRelease } from './bundle-release.ts';

let folder: string;
let site: Destination;

beforeAll(async () => {
  // Alone in a folder above which there are no packages.
  folder = await temporaryDirectory('bundle');
  await cp(await bundleRelease(await temporaryDirectory('bundled')), path.join(folder, 'release.mjs'));
  site = await newSite();
  await releaseMarketing(site, 'second');
  await release(site, [await portalBuild('newer')]);
});

const run = (...args: string[]) => runWith({ RELEASE_DESTINATION: site.store.root }, args);

async function runWith(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['release.mjs', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, RELEASE_COMPRESSION: 'fast', ...env },
  }).catch((error: { stderr: string }) => ({ stdout: error.stderr }));
  return stdout;
}

test('the one file rolls a site back without a checkout, to pages that no state had', async () => {
  const before = await site.pull();
  const { versions } = await site.store.state(1);
  expect(await run('list')).toMatch(/^portal /m);
  const listed = await run('list', 'marketing');
  expect(listed).toContain(versions.marketing);
  expect(listed).not.toMatch(/^portal /m);
  expect(await run('rollback', 'marketing')).toContain('Live, state 4');
  const live = await site.pull();
  expect(live?.versions).toEqual({ ...before?.versions, marketing: versions.marketing });
  expect(await pageOf(site, 'index.html')).toContain('<h1');
});

test('it restores a state, marks a version bad and prunes', async () => {
  const { versions } = await site.store.state(3);
  expect(await run('restore', '3')).toContain('Live, state 5');
  expect((await site.pull())?.versions).toEqual(versions);
  expect(await run('bad', 'marketing', versions.marketing ?? '', 'slow')).toContain('is live. Go back with');
  expect(await run('prune')).toContain('Nothing is old enough to remove.');
  const left = path.join(site.store.root, 'pages/abc.tmp');
  await mkdir(left);
  await utimes(left, 0, 0);
  expect(await run('prune', '--dry-run')).toContain('Would remove pages/abc.tmp');
  expect(existsSync(left)).toBe(true);
  expect(await run('prune')).toContain('Removing pages/abc.tmp');
  expect(existsSync(left)).toBe(false);
});

test('it makes a document root of a bucket, as on a web machine', async () => {
  const server = await startBucketServer();
  try {
    const bucket = server.open({ prefix: 'production/' });
    await releaseFirstSite(bucketDestination(bucket, await temporaryDirectory('site-copy')));
    const root = await temporaryDirectory('followed');
    const env = {
      RELEASE_DESTINATION: 's3://site/production',
      S3_ENDPOINT: server.endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
    expect(await runWith(env, ['pull', root])).toContain('Live, state 1');
    expect(await pageOf(directoryDestination(root), 'index.html')).toContain('<h1');
  } finally {
    await server.close();
  }
});

test.each([
  ['marketing', '--build', '.'],
  ['diff', 'marketing'],
])('it refuses builds in one line: %s', async (...words) => {
  expect(await run(...words)).toBe(
    'error: This file changes what is published. Release and compare builds in a checkout.\n',
  );
});
