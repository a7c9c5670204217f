import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import { SBOM_FILE } from '@corvane/tools/supply/sbom';
import { beforeEach, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import type { SiteStore } from '../../store/site-store.ts';
import { FAKE_SITE, pageOf, pointerOf, portalBuild, temporaryDirectory } from '../for-tests/fake-site.ts';
import { markBad } from '../mark-version.ts';
import { previewApp } from './preview-app.ts';
import { releaseApps } from './release-apps.ts';

let destination: Destination;
let store: SiteStore;
beforeEach(async () => {
  destination = directoryDestination(await temporaryDirectory('site'));
  store = destination.store;
});

async function release(...builds: AppBuild[]): Promise<Registry> {
  const { compositionId } = await releaseApps(destination, builds, { site: FAKE_SITE });
  return store.registry(compositionId);
}
const page = (file: string) => pageOf(destination, file);
const liveRevision = () => pointerOf(destination);

test('a release is every page, its registry and its published files', async () => {
  const registry = await release(await fakeHostBuild(), await fakeRemoteBuild({ paths: ['/', '/a/b'] }));
  expect(await page('index.html')).toContain('<h1>Corvane /</h1>');
  expect(await page('a/b.html')).toContain('<link rel="canonical" href="https://corvane.example/a/b">');
  expect(await page('404.html')).toContain('<h1>Corvane /404</h1>');
  expect(JSON.parse(await readFile(path.join(store.root, 'current/healthz.json'), 'utf8'))).toEqual({
    status: 'ok',
    changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    versions: { host: registry.host.version, marketing: registry.remotes.marketing?.version },
    canaries: [],
  });
  expect(JSON.parse(await page('release.json'))).toEqual({ compositionId: registry.compositionId });
});

test.each(['manifest.json', ''])('a build without client/%s is refused in one line', async (missing) => {
  const build = await fakeRemoteBuild();
  await rm(path.join(build.clientDir, missing), { recursive: true });
  const refused = new UserError(`There is no build at ${build.clientDir}`);
  await expect(release(build)).rejects.toThrow(refused);
});

test('a canary keeps the commits of what is live', async () => {
  const source = { commit: 'c'.repeat(40), isDirty: false };
  const builds = [await fakeHostBuild(), await fakeRemoteBuild()];
  const { commits } = await releaseApps(destination, builds, { site: FAKE_SITE, source });
  expect(commits.marketing).toBe(source.commit);
  const next = [await fakeRemoteBuild({ text: 'next' })];
  const tried = await releaseApps(destination, next, { site: FAKE_SITE, canaryPercent: 10 });
  expect(tried.commits).toEqual(commits);
});

test('a page contains its styles, and names every module that it needs', async () => {
  const { host, remotes } = await release(await fakeHostBuild(), await fakeRemoteBuild());
  const html = await page('index.html');
  const marketing = remotes.marketing?.base ?? '';
  for (const url of [
    `<style data-href="${host.base}style-1.css">`,
    `<style data-href="${marketing}style-1.css">`,
    `<link rel="modulepreload" href="${host.base}part-1.js" fetchpriority="low">`,
    `<link rel="modulepreload" href="${marketing}remoteEntry.js" fetchpriority="low">`,
    `<link rel="modulepreload" href="${marketing}__federation_expose_Remote-1.js" fetchpriority="low">`,
    `<link rel="modulepreload" href="${marketing}page-1.js" fetchpriority="low">`,
    `<link rel="modulepreload" href="${marketing}page-part-1.js" fetchpriority="low">`,
    `<script type="module" src="${host.base}index-1.js" fetchpriority="low"></script>`,
  ]) {
    expect(html).toContain(url);
  }
});

test('a page for representatives preloads the code that asks for their session', async () => {
  const portal = await fakeRemoteBuild({ name: 'portal', paths: ['/p'], access: 'rep' });
  const { host } = await release(await fakeHostBuild(), await fakeRemoteBuild(), portal);
  const preload = `<link rel="modulepreload" href="${host.base}backend-code-1.js" fetchpriority="low">`;
  expect(await page('p.html')).toContain(preload);
  expect(await page('index.html')).not.toContain(preload);
});

test('a page for representatives names the code of a tab for the addresses that open it', async () => {
  const access = 'rep' as const;
  const load = "{ 'tab=sales': () => import('./sections-s.js') }";
  const portal = await fakeRemoteBuild({ name: 'portal', paths: ['/p'], access, loadFor: load });
  const { remotes } = await release(await fakeHostBuild(), await fakeRemoteBuild(), portal);
  const links = ['sections-1.js', 'sections-part-1.js'].map(
    (file) => `<link rel="modulepreload" href="${remotes.portal?.base}${file}" fetchpriority="low">`,
  );
  const html = await page('p.html');
  expect(html).toContain(`<template data-search="tab=sales">${links.join('')}</template>`);
  // Not once more in the page's JSON, nor in that of other pages.
  expect(html.match(/sections-1\.js/g)).toHaveLength(1);
  expect(await page('index.html')).not.toContain('sections-1.js');
});

test("a page's configuration names the files of other remotes' pages, so that a click can ask for all at once", async () => {
  await release(
    await fakeHostBuild(),
    await fakeRemoteBuild(),
    await fakeRemoteBuild({ name: 'portal', paths: ['/p'], access: 'rep' }),
  );
  const files = ['remoteEntry.js', '__federation_expose_Remote-1.js'];
  const parts = ['page-1.js', 'page-part-1.js'];
  expect(await preloadsIn('index.html')).toEqual({ marketing: [[], []], portal: [files, parts] });
  expect(await preloadsIn('p.html')).toEqual({ marketing: [files, parts], portal: [[], []] });
});

test('what a page needs in place of its HTML is named where the page is opened from, and not in the page', async () => {
  const load = "(first = import('./page-s.js')) => [first, () => import('./sections-s.js')][0]";
  await release(
    await fakeHostBuild(),
    await fakeRemoteBuild({ load }),
    await fakeRemoteBuild({ name: 'portal', paths: ['/p'], access: 'rep' }),
  );
  const [route] = (await remotesIn('p.html')).marketing?.routes ?? [];
  expect(route?.preload).toEqual(['page-1.js', 'page-part-1.js']);
  expect(route?.preloadWithoutHtml).toEqual(['sections-1.js', 'sections-part-1.js']);
  expect(await page('index.html')).not.toContain('sections-1.js');
});

/** The empty folders of an application that was never published say nothing. */
const isKept = (file: string) => !/^(?:releases|remotes|server)\/\w+$/.test(file) && file !== '.commit-lock';

/** Of each remote, and of its first route. */
async function preloadsIn(file: string): Promise<unknown> {
  return Object.fromEntries(
    Object.entries(await remotesIn(file)).map(([name, { preload, routes }]) => [
      name,
      [preload, routes[0]?.preload],
    ]),
  );
}

async function remotesIn(file: string): Promise<Registry['remotes']> {
  const [, json = ''] =
    /<script type="application\/json" id="corvane-page">(.*?)<\/script>/.exec(await page(file)) ?? [];
  return (JSON.parse(json) as { registry: Registry }).registry.remotes;
}

test('the sitemap lists the indexable pages, and no other', async () => {
  await release(
    await fakeHostBuild(),
    await fakeRemoteBuild({ paths: ['/', '/a/b'] }),
    await fakeRemoteBuild({ name: 'portal', paths: ['/p'], access: 'rep' }),
  );
  expect((await page('sitemap.xml')).match(/<loc>[^<]*/g)).toEqual([
    '<loc>https://corvane.example/',
    '<loc>https://corvane.example/a/b',
  ]);
  expect(await page('robots.txt')).toContain('Sitemap: https://corvane.example/sitemap.xml');
});

test('compressed copies have the same content as their originals', async () => {
  await release(await fakeHostBuild(), await fakeRemoteBuild());
  const html = await page('index.html');
  const stored = (suffix: string) => readFile(path.join(store.laneDir(), `index.html${suffix}`));
  expect(brotliDecompressSync(await stored('.br')).toString()).toBe(html);
  expect(gunzipSync(await stored('.gz')).toString()).toBe(html);
});

test('the same builds again change nothing', async () => {
  const builds = [await fakeHostBuild(), await fakeRemoteBuild()];
  const first = await release(...builds);
  const before = await readdir(store.root, { recursive: true });
  expect(await release(...builds)).toEqual(first);
  expect(await readdir(store.root, { recursive: true })).toEqual(before);
});

test('one remote is released without the others; the version before stays reachable as its last good one', async () => {
  const first = await release(await fakeHostBuild(), await fakeRemoteBuild(), await portalBuild());
  const second = await release(await fakeRemoteBuild({ text: 'second' }));
  expect(second.host).toEqual(first.host);
  expect(second.remotes.portal).toEqual(first.remotes.portal);
  expect(second.remotes.marketing?.version).not.toBe(first.remotes.marketing?.version);
  expect(second.remotes.marketing?.previous?.version).toBe(first.remotes.marketing?.version);
  expect(await readdir(path.join(store.root, 'remotes/marketing'))).toHaveLength(2);
});

test.each([
  [
    'a page that cannot be found in the build',
    () => fakeRemoteBuild({ load: '() => null' }),
    /"load" must be/,
  ],
  [
    'a path that another remote has',
    () => fakeRemoteBuild({ name: 'portal', paths: ['/'] }),
    /Two remotes claim the path \//,
  ],
  ['a path with parameters', () => fakeRemoteBuild({ paths: ['/', '/x/:id'] }), /cannot be prerendered/],
  ['a host that cannot render a page', () => fakeHostBuild({ fails: '/' }), /cannot be rendered/],
])('%s is refused, and the live site stays unchanged', async (_name, build, message) => {
  await release(await fakeHostBuild(), await fakeRemoteBuild());
  const live = await liveRevision();
  const files = await readdir(store.root, { recursive: true });
  await expect(release(await build())).rejects.toThrow(message);
  expect(await liveRevision()).toBe(live);
  expect((await readdir(store.root, { recursive: true })).filter(isKept)).toEqual(files.filter(isKept));
});

test('a version that is marked bad during its release does not go live', async () => {
  await release(await fakeHostBuild(), await fakeRemoteBuild());
  const live = await liveRevision();
  const testCandidate = async (compositionId: string) => {
    const { version = '' } = (await store.registry(compositionId)).remotes.marketing ?? {};
    await markBad(destination, 'marketing', version, { person: 'Ada', why: 'wrong prices' });
  };
  const build = await fakeRemoteBuild({ text: 'second' });
  await expect(releaseApps(destination, [build], { testCandidate })).rejects.toThrow(
    /^marketing \w+ was marked bad by Ada: wrong prices\./,
  );
  expect(await liveRevision()).toBe(live);
  expect((await destination.marks()).map(({ kind }) => kind)).toEqual(['bad']);
});

test('a refused release leaves the files of its version that a preview shows by then', async () => {
  await release(await fakeHostBuild(), await fakeRemoteBuild());
  const build = await fakeRemoteBuild({ text: 'second' });
  let version = '';
  const testCandidate = async () => {
    ({ version } = await previewApp(destination, build, null));
    throw new UserError('refused');
  };
  await expect(releaseApps(destination, [build], { testCandidate })).rejects.toThrow('refused');
  for (const file of pathsOfVersion(store, 'marketing', version))
    expect(await readdir(path.join(store.root, path.dirname(file)))).toContain(path.basename(file));
});

test('a remote without a host is not a site', async () => {
  await expect(release(await fakeRemoteBuild())).rejects.toThrow('The host has no release yet');
});

test('the list of packages is kept with the version, where no edge serves it', async () => {
  const host = await fakeHostBuild();
  const build = await fakeRemoteBuild();
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), '{"bomFormat": "CycloneDX"}');
  const registry = await release(host, build);
  const version = registry.remotes.marketing?.version ?? '';
  const kept = path.join(store.serverDir('marketing', version), SBOM_FILE);
  expect(await readFile(kept, 'utf8')).toBe('{"bomFormat": "CycloneDX"}');
  expect(await readdir(store.publicDir('marketing', version))).not.toContain(SBOM_FILE);
  // A build that came without one is released without.
  expect(await readdir(store.serverDir('host', registry.host.version))).not.toContain(SBOM_FILE);
});
