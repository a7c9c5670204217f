import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SBOM_FILE } from '@corvane/tools/supply/sbom';
import { expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { newSite, release, releaseFirstSite, temporaryDirectory } from '../for-tests/fake-site.ts';

test('the list of packages is kept with the version, where no edge serves it', async () => {
  const site = await newSite();
  const build = await fakeRemoteBuild({ text: 'second' });
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), '{"bomFormat": "CycloneDX"}');
  const { versions } = await release(site, [build]);
  const version = versions.marketing ?? '';
  const kept = path.join(site.store.serverDir('marketing', version), SBOM_FILE);
  expect(await readFile(kept, 'utf8')).toBe('{"bomFormat": "CycloneDX"}');
  const served = await readdir(site.store.publicDir('marketing', version));
  expect(served.filter((file) => file.includes('sbom'))).toEqual([]);
});

test('a build that came without one is released without', async () => {
  const site = directoryDestination(await temporaryDirectory('site'));
  const { remotes } = await releaseFirstSite(site);
  const dir = site.store.serverDir('marketing', remotes.marketing?.version ?? '');
  expect([existsSync(dir), existsSync(path.join(dir, SBOM_FILE))]).toEqual([true, false]);
});
