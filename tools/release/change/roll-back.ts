import { UserError } from '../../command/user-error.ts';
import {
  completeReleases,
  type PartialReleases,
  versionIn,
  withRelease,
  withRemote,
} from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import type { SiteState } from '../store/site-state.ts';
import { changeSite, type LiveSite, type SiteChange } from './change-site.ts';
import { rebasedCanary } from './release-apps.ts';

/**
 * Rolls one application back to a published version, by default the one that was live before. All other
 * applications stay. A canary of the same application ends.
 * @throws UserError when there is no such version.
 */
export async function rollBack(destination: Destination, app: string, version?: string): Promise<SiteState> {
  return changeSite(destination, async (live) => {
    if (live === null) throw new UserError('Nothing has been released yet. Release the host first.');
    const current = versionIn(live.registry, app);
    if (current === null) throw new UserError(`There is no application ${app}`);
    const target = version ?? (await versionBefore(destination, app, current));
    if (target === current) throw new UserError(`${app} ${target} is already live`);
    if (live.state.retired.includes(`${app}/${target}`)) throw new UserError(`${app} ${target} was pruned`);
    const releases = completeReleases(await withVersion(destination, live, app, target));
    return {
      action: `rollback ${app} ${target}`,
      site: live.state.site,
      releases,
      canary: canaryAfter(live, app, releases),
    };
  });
}

function canaryAfter(live: LiveSite, app: string, releases: SiteChange['releases']): SiteChange['canary'] {
  return live.state.canary?.app === app ? null : rebasedCanary(live, releases);
}

/** The version that was live before `current` first was. */
async function versionBefore(destination: Destination, app: string, current: string): Promise<string> {
  const oldestFirst = (await destination.history()).reverse();
  const first = oldestFirst.findIndex((state) => state.versions[app] === current);
  const before = oldestFirst
    .slice(0, Math.max(first, 0))
    .map((state) => state.versions[app])
    .filter((version) => version !== undefined)
    .at(-1);
  if (before === undefined) throw new UserError(`No version of ${app} was live before ${current}`);
  return before;
}

/** Its last live release, so that the same pages serve again; else a new one from its record. */
async function withVersion(
  destination: Destination,
  live: LiveSite,
  app: string,
  version: string,
): Promise<PartialReleases> {
  const record = await destination.pullVersion(app, version);
  if (record === null) throw new UserError(`${app} ${version} was never published here, or was pruned`);
  const state = (await destination.history()).find((candidate) => candidate.versions[app] === version);
  if (state !== undefined) {
    await destination.pullPages(state.compositionId);
    const registry = await destination.store.registry(state.compositionId).catch(() => null);
    const remote = registry?.remotes[app];
    if (registry !== null && app === 'host') return { ...live.registry, host: registry.host };
    if (remote !== undefined) return withRemote(live.registry, app, remote);
  }
  return withRelease(live.registry, destination.store, app, record);
}
