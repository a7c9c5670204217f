import type { AppBuild } from '../../build/build-app.ts';
import { UserError } from '../../command/user-error.ts';
import { type BuildDescription, describeBuild } from '../build/describe-build.ts';
import {
  completeReleases,
  type PartialReleases,
  type SiteReleases,
  versionIn,
  withRelease,
  withRemote,
} from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import type { ReleaseSource } from '../store/release-record.ts';
import type { SiteConfig } from '../store/site-config.ts';
import type { SiteState } from '../store/site-state.ts';
import { changeSite, type LiveSite, type SiteChange, type TestCandidate } from './change-site.ts';
import { publishBuild } from './publish.ts';

export interface ReleaseOptions {
  /** The settings of the pages; default: the live site's own. */
  site?: SiteConfig;
  /** null for builds that came without their history. */
  source?: ReleaseSource | null;
  /** Share of the visitors who get the release, in whole percent; default: all. */
  canaryPercent?: number;
  /** Skips an application with a running canary, where a release would be refused. */
  keepsCanary?: boolean;
  testCandidate?: TestCandidate;
}

/**
 * Publishes builds, composes the site from them and the other live applications, and makes it live. Until the last
 * step visitors see no change.
 * @throws UserError saying in one line why it is not released.
 */
export async function releaseApps(
  destination: Destination,
  builds: readonly AppBuild[],
  options: ReleaseOptions = {},
): Promise<SiteState> {
  const described: DescribedBuild[] = [];
  for (const build of builds) {
    const description = await describeBuild(build);
    described.push({ app: build.app, description });
    await publishBuild(destination.store, build, description, options.source ?? null);
  }
  return changeSite(
    destination,
    async (live) => planRelease(destination, live, described, options),
    options.testCandidate,
  );
}

interface DescribedBuild {
  app: string;
  description: BuildDescription;
}

function planRelease(
  { store }: Destination,
  live: LiveSite | null,
  given: readonly DescribedBuild[],
  { site = live?.state.site, canaryPercent, keepsCanary = false }: ReleaseOptions,
): SiteChange | null {
  const builds = keepsCanary ? given.filter(({ app }) => app !== live?.state.canary?.app) : given;
  if (site === undefined) {
    throw new UserError('The first release needs SITE_URL and SUPABASE_PUBLISHABLE_KEY. Set both.');
  }
  const base: PartialReleases = live?.registry ?? { schemaVersion: 1, remotes: {} };
  let changed = base;
  for (const { app, description } of builds) changed = withRelease(changed, store, app, description);
  const named = builds.map(({ app, description }) => `${app} ${description.version}`).join(', ');
  if (canaryPercent !== undefined) return planCanary(live, changed, builds, { site, percent: canaryPercent });

  const canary = live?.state.canary ?? null;
  const isSameSite = JSON.stringify(site) === JSON.stringify(live?.state.site);
  if (changed === base && live !== null && isSameSite) return null;
  if (
    canary !== null &&
    builds.some(({ app }) => app === canary.app && versionIn(changed, app) !== versionIn(base, app))
  ) {
    throw new UserError(`A canary of ${canary.app} ${canary.version} is running: promote or abort it first`);
  }
  const releases = completeReleases(changed);
  return { action: `release ${named}`, site, releases, canary: rebasedCanary(live, releases) };
}

function planCanary(
  live: LiveSite | null,
  changed: PartialReleases,
  builds: readonly DescribedBuild[],
  { site, percent }: { site: SiteConfig; percent: number },
): SiteChange {
  const [build] = builds;
  if (live === null || build === undefined)
    throw new UserError('A canary needs a live site. Release the host first.');
  const { app, description } = build;
  const { version } = description;
  const running = live.state.canary;
  if (running !== null && running.app !== app) {
    throw new UserError(
      `A canary of ${running.app} ${running.version} is running: promote or abort it first`,
    );
  }
  if (versionIn(live.registry, app) === version) throw new UserError(`${app} ${version} is already live`);
  return {
    action: `canary ${app} ${version} ${percent} %`,
    site,
    releases: completeReleases(live.registry),
    canary: { app, version, percent, releases: completeReleases(changed) },
  };
}

/** The running canary on top of another site: its own application stays its own, all others are the site's. */
export function rebasedCanary(live: LiveSite | null, releases: SiteReleases): SiteChange['canary'] {
  if (live === null || live.state.canary === null || live.canaryRegistry === null) return null;
  const { app, version, percent } = live.state.canary;
  const remote = live.canaryRegistry.remotes[app];
  const rebased =
    app === 'host'
      ? { ...releases, host: live.canaryRegistry.host }
      : remote === undefined
        ? releases
        : withRemote(releases, app, remote);
  return { app, version, percent, releases: completeReleases(rebased) };
}
