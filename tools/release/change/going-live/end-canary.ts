import { UserError } from '../../../command/user-error.ts';
import { completeReleases } from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';
import { changeSite, type LiveSite } from '../change-site.ts';
import { withCommit } from '../live-commit.ts';
import { refuseBad } from '../mark-version.ts';

/**
 * Makes the canary of an application live for all visitors, with the pages it was tested with.
 * @param version the canary as the caller saw it before. Default: the one that runs when this begins.
 * @throws UserError when a person marked it bad, or another canary runs than the one that is meant.
 */
export function promote(
  destination: Destination,
  app: string,
  person?: string,
  version?: string,
): Promise<SiteState> {
  const meant = { app, version };
  return changeSite(
    destination,
    async (live) => {
      const { state, canaryRegistry } = withCanary(live, meant);
      const { version, commit } = state.canary;
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

/** Ends the canary for all its visitors. Otherwise as `promote`. */
export function abort(
  destination: Destination,
  app: string,
  person?: string,
  version?: string,
): Promise<SiteState> {
  const meant = { app, version };
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

/** Notes the version at its first call: a faster change may bring another canary before the second. */
function withCanary(live: LiveSite | null, meant: { app: string; version?: string | undefined }) {
  const canary = live?.state.canary ?? null;
  if (live === null || canary === null || live.canaryRegistry === null) {
    throw new UserError('No canary is running. To start one, release with --canary.');
  }
  if (canary.app !== meant.app && meant.version === undefined) {
    throw new UserError(
      `No canary of ${meant.app} is running. There is one of ${canary.app} ${canary.version}.`,
    );
  }
  meant.version ??= canary.version;
  if (canary.app !== meant.app || canary.version !== meant.version) {
    throw new UserError(
      `The canary of ${meant.app} ${meant.version} ended meanwhile: that of ${canary.app} ${canary.version} is running`,
    );
  }
  return { registry: live.registry, canaryRegistry: live.canaryRegistry, state: { ...live.state, canary } };
}
