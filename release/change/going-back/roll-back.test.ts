import { expect, test } from 'vitest';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import {
  newSite,
  portalBuild,
  release,
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
} from '../for-tests/fake-site.ts';
import { rollBack } from './roll-back.ts';

/** The site of someone who was about to change it when another change was faster. */
function overtaken(site: Destination, change: () => Promise<unknown>): Destination {
  let isFirst = true;
  return {
    ...site,
    async commit(next) {
      if (isFirst) {
        isFirst = false;
        await change();
      }
      return site.commit(next);
    },
  };
}

test('two people roll back at once: the site goes back one version, and the slower one is told', async () => {
  const site = await newSite();
  const second = await releaseMarketing(site, 'second');
  const third = await releaseMarketing(site, 'third');
  const bobs = overtaken(site, () => rollBack(site, 'marketing'));
  await expect(rollBack(bobs, 'marketing')).rejects.toThrow(
    `marketing was changed meanwhile: ${second} is live now, and no longer ${third}. Nothing was rolled back. Look at "release list", and run the command again if it is still needed.`,
  );
  expect(await site.pull()).toMatchObject({ revision: 4, versions: { marketing: second } });
});

test('a rollback lands beside a change of another application', async () => {
  const site = directoryDestination(await temporaryDirectory('site'));
  const first = await releaseFirstSite(site);
  await releaseMarketing(site, 'second');
  const { host, remotes } = first;
  const portal = await portalBuild('second');
  const bobs = overtaken(site, () => release(site, [portal]));
  const { versions } = await rollBack(bobs, 'marketing');
  expect(versions).toMatchObject({ host: host.version, marketing: remotes.marketing?.version });
  expect(versions.portal).not.toBe(remotes.portal?.version);
});
