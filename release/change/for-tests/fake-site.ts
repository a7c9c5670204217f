import { mkdtemp, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import type { Canary, SiteState } from '../../store/site-state.ts';
import { type ReleaseOptions, releaseApps } from '../going-live/release-apps.ts';

/** For tests of releases: a destination with the operations that they repeat. */
export const FAKE_SITE = {
  siteUrl: 'https://corvane.example',
  apiUrl: '',
  publishableKey: 'sb_publishable_x',
};

export function temporaryDirectory(name: string): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `corvane-${name}-`));
}

export function release(
  destination: Destination,
  builds: readonly AppBuild[],
  options: ReleaseOptions = {},
): Promise<SiteState> {
  return releaseApps(destination, builds, { site: FAKE_SITE, ...options });
}

/** Host, marketing and portal. @returns the live registry. */
export async function releaseFirstSite(destination: Destination): Promise<Registry> {
  const state = await release(destination, [
    await fakeHostBuild(),
    await fakeRemoteBuild(),
    await portalBuild(),
  ]);
  return destination.store.registry(state.compositionId);
}

/** Releases another marketing build to all visitors. @returns its version. */
export async function releaseMarketing(destination: Destination, text: string): Promise<string> {
  const state = await release(destination, [await fakeRemoteBuild({ text })]);
  return state.versions.marketing ?? '';
}

/** A document root with host, marketing and portal. */
export async function newSite(): Promise<Destination> {
  const site = directoryDestination(await temporaryDirectory('site'));
  await releaseFirstSite(site);
  return site;
}

/** A build of the portal. */
export function portalBuild(text?: string): Promise<AppBuild> {
  return fakeRemoteBuild({ name: 'portal', paths: ['/p'], ...(text === undefined ? {} : { text }) });
}

/** Begins a canary of marketing. */
export async function tryMarketing(
  destination: Destination,
  text: string,
  canaryPercent = 10,
  options: ReleaseOptions = {},
): Promise<Canary> {
  const { canaries } = await release(destination, [await fakeRemoteBuild({ text })], {
    canaryPercent,
    ...options,
  });
  const canary = canaries.find(({ app }) => app === 'marketing');
  if (canary === undefined) throw new Error('There is no canary');
  return canary;
}

/** The target of `current` in a document root. */
export function pointerOf({ store }: Destination): Promise<string> {
  return readlink(path.join(store.root, 'current'));
}

/** A file that visitors of a lane get. */
export function pageOf({ store }: Destination, file: string, lane?: string): Promise<string> {
  return readFile(path.join(store.laneDir(lane), file), 'utf8');
}
