import { UserError } from '@corvane/tools/command/user-error';
import { completeReleases } from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';
import { type ChangedBy, changeLiveSite, type LiveSite, type SiteChange } from '../change-site.ts';
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
  { percent = null, ...meant }: MeantCanary & { percent?: number | null } = {},
): Promise<SiteState> {
  return changeCanary(destination, app, meant, async (live, canary) => {
    refuseBad(await destination.marks(), app, canary.version);
    if (percent === null) {
      const releases = completeReleases(canary.registry);
      return {
        action: `promote ${app} ${canary.version}`,
        releases,
        commits: withCommit(live.state.commits, app, canary.commit),
        canaries: rebasedCanaries(live, releases, app),
      };
    }
    if (percent === canary.percent) return null;
    const releases = completeReleases(live.registry);
    const running = rebasedCanaries(live, releases);
    refuseCrowded(
      running.filter((one) => one.app !== app),
      percent,
    );
    return {
      action: `canary ${app} ${canary.version} ${percent} %`,
      releases,
      canaries: running.map((one) => (one.app === app ? { ...one, percent } : one)),
    };
  });
}

/** Ends the canary for all its visitors. Otherwise as `promote`. */
export function abort(destination: Destination, app: string, meant: MeantCanary = {}): Promise<SiteState> {
  return changeCanary(destination, app, meant, async (live, { version }) => {
    const releases = completeReleases(live.registry);
    return { action: `abort ${app} ${version}`, releases, canaries: rebasedCanaries(live, releases, app) };
  });
}

/** Notes the version at its first call: a faster change may bring another canary before the second. */
function changeCanary(
  destination: Destination,
  app: string,
  { version, ...by }: MeantCanary,
  decide: (live: LiveSite, canary: LiveSite['canaries'][number]) => Promise<Omit<SiteChange, 'site'> | null>,
): Promise<SiteState> {
  let meant = version;
  return changeLiveSite(
    destination,
    async (live) => {
      const canary = live.canaries.find((one) => one.app === app);
      if (canary === undefined) {
        const of = live.canaries.map((one) => `${one.app} ${one.version}`).join(', ');
        throw new UserError(
          of === ''
            ? 'No canary is running. To start one, release with --canary.'
            : `No canary of ${app} is running. There is one of ${of}.`,
        );
      }
      meant ??= canary.version;
      if (canary.version !== meant)
        throw new UserError(
          `The canary of ${app} ${meant} ended meanwhile: that of ${app} ${canary.version} is running`,
        );
      return decide(live, canary);
    },
    by,
  );
}
