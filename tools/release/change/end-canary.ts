import { UserError } from '../../command/user-error.ts';
import { completeReleases } from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import type { SiteState } from '../store/site-state.ts';
import { changeSite, type LiveSite } from './change-site.ts';
import { withCommit } from './live-commit.ts';
import { refuseBad } from './mark-version.ts';

/**
 * Makes the canary live for all visitors, with the pages it was tested with.
 * @throws UserError when a person marked it bad.
 */
export function promote(destination: Destination, person?: string): Promise<SiteState> {
  return changeSite(
    destination,
    async (live) => {
      const { state, canaryRegistry } = withCanary(live);
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

/** Ends the canary for all its visitors. */
export function abort(destination: Destination, person?: string): Promise<SiteState> {
  return changeSite(
    destination,
    async (live) => {
      const { state, registry } = withCanary(live);
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

function withCanary(live: LiveSite | null) {
  const canary = live?.state.canary ?? null;
  if (live === null || canary === null || live.canaryRegistry === null) {
    throw new UserError('No canary is running');
  }
  return { registry: live.registry, canaryRegistry: live.canaryRegistry, state: { ...live.state, canary } };
}
