import { UserError } from '../../../command/user-error.ts';
import { completeReleases } from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import type { Canary, SiteState } from '../../store/site-state.ts';
import { changeSite, type LiveSite } from '../change-site.ts';
import { withCommit } from '../live-commit.ts';
import { refuseBad } from '../mark-version.ts';

/** The expected canary, as the caller saw it before. */
type MeantCanary = Pick<Canary, 'app' | 'version'>;

/**
 * Makes the canary live for all visitors, with the pages it was tested with.
 * @throws UserError when a person marked it bad, or another canary runs than the one that is meant.
 */
export function promote(destination: Destination, person?: string, meant?: MeantCanary): Promise<SiteState> {
  return changeSite(
    destination,
    async (live) => {
      const { state, canaryRegistry } = withCanary(live, meant);
      const { app, version, commit } = state.canary;
      refuseBad(await destination.marks(), app, version);
      return {
        action: `promote ${app} ${version}`,
        site: state.site,
        releases: completeReleases(canaryRegistry),
        commits: withCommit(state.commits, app, commit),
        canary: null,
      };
    },
    { person },
  );
}

/** Ends the canary for all its visitors. @throws UserError when another canary runs than the one that is meant. */
export function abort(destination: Destination, person?: string, meant?: MeantCanary): Promise<SiteState> {
  return changeSite(
    destination,
    async (live) => {
      const { state, registry } = withCanary(live, meant);
      return {
        action: `abort ${state.canary.app} ${state.canary.version}`,
        site: state.site,
        releases: completeReleases(registry),
        canary: null,
      };
    },
    { person },
  );
}

function withCanary(live: LiveSite | null, meant?: MeantCanary) {
  const canary = live?.state.canary ?? null;
  if (live === null || canary === null || live.canaryRegistry === null) {
    throw new UserError('No canary is running. To start one, release with --canary.');
  }
  if (meant !== undefined && (canary.app !== meant.app || canary.version !== meant.version)) {
    throw new UserError(
      `The canary of ${meant.app} ${meant.version} ended meanwhile: that of ${canary.app} ${canary.version} is running`,
    );
  }
  return { registry: live.registry, canaryRegistry: live.canaryRegistry, state: { ...live.state, canary } };
}
