import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import { describeBuild } from '../../build/describe-build.ts';
import type { Candidate } from '../../candidate/candidate-site.ts';
import { composePreview } from '../../compose/compose.ts';
import { completeReleases, withRelease } from '../../compose/site-releases.ts';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import type { ReleaseSource } from '../../store/release-record.ts';
import { beingPruned, isBeingPruned, readLiveSite, shownLive } from '../change-site.ts';
import { refuseChanged } from '../signing/check-signatures.ts';
import { publishBuild } from './publish.ts';

interface PublishedPreview {
  version: string;
  /** Absolute. Anyone with this address sees the preview. */
  url: string;
}

/**
 * Publishes a build at an unguessable address, beside the current live site. The live site does not change, and the
 * preview does not follow it.
 * @param test checks the preview. A failing one is not published.
 * @throws UserError saying in one line why there is no preview.
 */
export async function previewApp(
  destination: Destination,
  build: AppBuild,
  source: ReleaseSource | null,
  person = '',
  test: (candidate: Candidate) => Promise<void> = async () => {},
): Promise<PublishedPreview> {
  const { store } = destination;
  const description = await describeBuild(build);
  const live = await readLiveSite(destination);
  if (live === null) throw new UserError('A preview needs a live site. Release the host first.');
  if (await isBeingPruned(destination, live.state, build.app, description.version))
    throw beingPruned(`${build.app} ${description.version}`);
  const takeBack = await publishBuild(store, build, description, { source, person, purpose: 'preview' });
  try {
    const releases = completeReleases(withRelease(live.registry, store, build.app, description));
    await refuseChanged(destination, releases, shownLive(live));
    // 160 bits, in 32 lower-case characters.
    const token = BigInt(`0x${randomBytes(20).toString('hex')}`)
      .toString(32)
      .padStart(32, '0');
    const state = source?.isDirty ? ' with changes that are not committed' : '';
    await composePreview(store, releases, live.state.site, {
      token,
      label: `Preview of ${build.app} ${description.version}${state}, not public`,
      facts: {
        app: build.app,
        version: description.version,
        at: new Date().toISOString(),
        commit: source?.commit.slice(0, 10) ?? null,
      },
    });
    const pagesDir = store.previewDir(token);
    try {
      await test({ pagesDir, basename: `/_preview/${token}` });
    } catch (error) {
      await rm(pagesDir, { recursive: true, force: true });
      throw error;
    }
    const paths = pathsOfVersion(store, build.app, description.version);
    await destination.push([...paths, `previews/${token}`]);
    await store.tellPreviews();
    return { version: description.version, url: `${live.state.site.siteUrl}/_preview/${token}` };
  } catch (error) {
    await takeBack().catch(() => {});
    throw error;
  }
}

/**
 * Ends a preview before it expires. Its version stays published until a prune, for tabs that are still open.
 * @throws UserError when there is none.
 */
export async function endPreview(destination: Destination, token: string): Promise<void> {
  const isThere = (await destination.list('previews')).some(({ name }) => name === token);
  if (!isThere) throw new UserError('There is no such preview. It may have ended or expired.');
  await destination.remove([`previews/${token}`]);
  await destination.store.tellPreviews();
}
