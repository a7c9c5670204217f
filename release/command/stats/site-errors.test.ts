import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { releaseFirstSite, temporaryDirectory } from '../../change/for-tests/fake-site.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { formatSiteErrors, type SiteError } from './site-errors.ts';

let site: Destination;
let version: string;

beforeAll(async () => {
  site = directoryDestination(await temporaryDirectory('site'));
  version = (await releaseFirstSite(site)).remotes.portal?.version ?? '';
});

const told = (fields: Partial<SiteError> = {}): SiteError => ({
  fingerprint: '0123456789ab',
  version,
  thrownIn: 'script',
  errorName: 'TypeError',
  stack: [`portal/${version}/page-part-1.js:1:1`, 'host/pruned/index.js:1:7'],
  components: [],
  times: 7,
  paths: ['/p', '/sales-portal'],
  firstSeenAt: '2026-11-21T10:00:00+00:00',
  lastSeenAt: '2026-11-21T12:00:00+00:00',
  ...fields,
});

test('prints how often, where, stack and components in source lines; a place of a pruned version as it was told', async () => {
  const components = [`portal/${version}/page-part-1.js:1:1`];
  const text = await formatSiteErrors([told({ components })], { app: 'portal', hours: 24 }, site);
  expect(text.split('\n')).toEqual([
    `7 x TypeError, in a script: portal ${version}, 0123456789ab`,
    '  on /p, /sales-portal; last at 2026-11-21 12:00 UTC',
    '  at Page (portal/src/routes/page/page.tsx:2)  return plans.first;',
    '  at host/pruned/index.js:1:7',
    '  component Page (portal/src/routes/page/page.tsx:2)  return plans.first;',
  ]);
});

test('a place of a version that cannot be fetched stays as it was told', async () => {
  const out = { ...site, pullVersion: () => Promise.reject(new Error('offline')) };
  const stack = [`host/${version}/index.js:1:7`];
  const text = await formatSiteErrors([told({ stack })], { app: 'portal', hours: 24 }, out);
  expect(text).toContain(`  at host/${version}/index.js:1:7`);
});

test('a path stays on its line', async () => {
  const errors = [told({ paths: ['/p\nforged \u001b[2J'] })];
  const text = await formatSiteErrors(errors, { app: 'portal', hours: 24 }, site);
  expect(text.split('\n')[1]).toBe('  on /p forged  [2J; last at 2026-11-21 12:00 UTC');
});

test('source maps are kept with the version, outside of what is published', async () => {
  const published = await readdir(site.store.publicDir('portal', version));
  expect(published.filter((file) => file.includes('.map'))).toEqual([]);
  expect(existsSync(`${site.store.serverDir('portal', version)}/source-maps/page-part-1.js.map.gz`)).toBe(
    true,
  );
});

test('says so when no browser has reported an error', async () => {
  expect(await formatSiteErrors([], { app: 'portal', hours: 24 }, site)).toBe(
    'No browser has reported an error of portal in 24 h.',
  );
});
