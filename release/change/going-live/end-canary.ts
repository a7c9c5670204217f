import { UserError } from '@corvane/tools/command/user-error';
import { completeReleases } from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';
import { type ChangedBy, changeSite, type LiveSite } from '../change-site.ts';
import { withCommit } from '../live-commit.ts';
import { refuseBad } from '../mark-version.ts';
import { rebasedCanaries, refuseCrowded } from './release-apps.ts';

interface MeantCanary extends ChangedBy {
  /** The canary as the caller saw it before. Default: the one that runs when this begins. */
  version?: string | undefined;
}

/**
 * Makes the canary of an application live for all visitors, or for a larger share of them.
 * @throws UserError when a person marked it bad, or another canary runs than the one that is meant.
 */
export function promote(
  destination: Destination,
  app: string,
  { version, percent = null, ...by }: MeantCanary & { percent?: number | null } = {},
): Promise<SiteState> {
  const meant = { app, version };
  return changeSite(
    destination,
    async (live) => {
      const { site, canary } = withCanary(live, meant);
      refuseBad(await destination.marks(), app, canary.version);
      if (percent !== null) {
        if (percent === canary.percent) return null;
        const releases = completeReleases(site.registry);
        const running = rebasedCanaries(site, releases);
        refuseCrowded(
          running.filter((one) => one.app !== app),
          percent,
        );
        return {
          action: `canary ${app} ${canary.version} ${percent} %`,
          site: site.state.site,
          releases,
          canaries: running.map((one) => (one.app === app ? { ...one, percent } : one)),
        };
      }
      const releases = completeReleases(canary.registry);
      return {
        action: `promote ${app} ${canary.version}`,
        site: site.state.site,
        releases,
        commits: withCommit(site.state.commits, app, canary.commit),
        canaries: rebasedCanaries(site, releases, app),
      };
    },
    by,
  );
}

/** Ends the canary for all its visitors. Otherwise as `promote`. */
export function abort(
  destination: Destination,
  app: string,
  { version, ...by }: MeantCanary = {},
): Promise<SiteState> {
  const meant = { app, version };
  return changeSite(
    destination,
    async (live) => {
      const { site, canary } = withCanary(live, meant);
      const releases = completeReleases(site.registry);
      return {
        action: `abort ${app} ${canary.version}`,
        site: site.state.site,
        releases,
        canaries: rebasedCanaries(site, releases, app),
      };
    },
    by,
  );
}

/** Notes the version at its first call: a faster change may bring another canary before the second. */
function withCanary(site: LiveSite | null, meant: { app: string; version?: string | undefined }) {
  const canary = site?.canaries.find(({ app }) => app === meant.app);
  if (site === null || canary === undefined) {
    const of = site?.canaries.map(({ app, version }) => `${app} ${version}`).join(', ') ?? '';
    throw new UserError(
      of === ''
        ? 'No canary is running. To start one, release with --canary.'
        : `No canary of ${meant.app} is running. There is one of ${of}.`,
    );
  }
  meant.version ??= canary.version;
  if (canary.version !== meant.version) {
    throw new UserError(
      `The canary of ${meant.app} ${meant.version} ended meanwhile: that of ${canary.app} ${canary.version} is running`,
    );
  }
  return { site, canary };
}
