import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeRemoteBuild } from '../build/fake-builds.ts';
import { FAKE_SITE, releaseFirstSite, releaseMarketing, temporaryDirectory } from './for-tests/fake-site.ts';
import { openSite } from './open-site.ts';

test('only what changes the site asks who changes it', async () => {
  const changedBy = vi.fn(() => ({ person: 'Ada' }));
  const site = openSite(await temporaryDirectory('site'), changedBy);
  await releaseFirstSite(site.destination);
  await releaseMarketing(site.destination, 'second');
  await site.live();
  await site.planPrune();
  expect(() => site.follow('copy')).toThrow('pull needs a bucket');
  expect(changedBy).not.toHaveBeenCalled();
  expect((await site.rollBack('marketing')).person).toBe('Ada');
});

test('a release and a preview with another amount than the catalogue are refused, and nothing changes', async () => {
  const site = openSite(await temporaryDirectory('site'));
  await releaseFirstSite(site.destination);
  const before = await site.live();
  const build = await fakeRemoteBuild({ text: 'second' });
  const details = `export default { '/': { structuredData: () => [{ name: 'Moonshot includes 12 data enrichments' }] } };`;
  await writeFile(path.join(build.serverDir, 'page-details.js'), details);
  const refusal =
    'Not released: index.html contradicts supabase/catalogue.json in name: "Moonshot includes 12 data enrichments". Moonshot has Data Enrichments: 10';
  await expect(site.release([build], { site: FAKE_SITE })).rejects.toThrow(refusal);
  await expect(site.preview(build, null)).rejects.toThrow(refusal);
  expect(await site.live()).toEqual(before);
});
