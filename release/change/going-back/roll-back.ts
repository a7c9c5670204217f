import { UserError } from '@corvane/tools/command/user-error';
import {
  completeReleases,
  type PartialReleases,
  versionIn,
  withRelease,
  withRemote,
} from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import type { ReleaseRecord, VersionMark } from '../../store/release-record.ts';
import { canaryOf, type SiteState } from '../../store/site-state.ts';
import { type ChangedBy, changeLiveSite, isBeingPruned, type LiveSite } from '../change-site.ts';
import { rebasedCanaries } from '../going-live/release-apps.ts';
import { withCommit } from '../live-commit.ts';
import { markOf, refuseBad } from '../mark-version.ts';

const OTHER_VERSION = 'Name another version. See: release list';

/**
 * Rolls one application back to a version that was live, so that it has passed the gate: by default the previous one.
 * All other applications stay. A canary of the same application contains what is taken back, so it ends with it.
 * @param live says that the canary is to end as well.
 * @throws UserError when there is no such version, or it was never live, or a person marked it bad. Also when a canary
 *   of the application is running, without `live`. Without a version, also when another change of the application was
 *   faster: the previous one would be the one before that.
 */
export async function rollBack(
  destination: Destination,
  app: string,
  version?: string,
  { live: isLiveMeant, ...by }: ChangedBy & { live?: boolean } = {},
): Promise<SiteState> {
  let meant: string | null = null;
  return changeLiveSite(
    destination,
    async (live) => {
      const current = versionIn(live.registry, app);
      if (current === null) {
        const known = Object.keys(live.state.versions).join(', ');
        throw new UserError(`There is no application ${app}. Name one of ${known}.`);
      }
      meant ??= current;
      if (version === undefined && current !== meant)
        throw new UserError(
          `${app} was changed meanwhile: ${current} is live now, and no longer ${meant}. Nothing was rolled back. Look at "release list", and run the command again if it is still needed.`,
        );
      refuseCanary(live, app, current, isLiveMeant);
      const [history, marks] = await Promise.all([destination.history(), destination.marks()]);
      const target = version ?? versionBefore(history, marks, app, current);
      if (target === current) throw new UserError(`${app} ${target} is already live. ${OTHER_VERSION}`);
      if (await isBeingPruned(destination, live.state, app, target))
        throw new UserError(`${app} ${target} was pruned. ${OTHER_VERSION}`);
      refuseBad(marks, app, target);
      const record = await destination.pullVersion(app, target);
      if (record === null)
        throw new UserError(`${app} ${target} was never published here, or was pruned. ${OTHER_VERSION}`);
      const wasLive = history.find((state) => state.versions[app] === target);
      if (wasLive === undefined) throw new UserError(neverLive(record));
      const releases = completeReleases(await withVersion(destination, live, record, wasLive));
      return {
        action: `rollback ${app} ${target}`,
        releases,
        commits: withCommit(live.state.commits, app, wasLive.commits[app] ?? null),
        canaries: rebasedCanaries(live, releases, app),
      };
    },
    by,
  );
}

/** @throws UserError for a canary of the application: the person may have meant that alone. */
function refuseCanary({ state }: LiveSite, app: string, current: string, isLiveMeant = false) {
  const canary = canaryOf(state, app);
  if (canary === undefined || isLiveMeant) return;
  throw new UserError(
    `A canary of ${app} ${canary.version} is running. End it: release abort ${app}. Or end it and take ${current} back as well: release rollback ${app} --live`,
  );
}

function neverLive({ app, version, purpose, source }: ReleaseRecord): string {
  const fact = `${app} ${version} was never live`;
  if (purpose === 'release') return `${fact}. Release it instead.`;
  return `${fact}: it is a preview${source?.isDirty ? ' of uncommitted changes' : ''}. Release it instead.`;
}

/** The version that was live before `current` first was. Versions that a person marked bad are skipped. */
function versionBefore(
  history: readonly SiteState[],
  marks: readonly VersionMark[],
  app: string,
  current: string,
): string {
  const oldestFirst = history.toReversed();
  const first = oldestFirst.findIndex((state) => state.versions[app] === current);
  const before = oldestFirst
    .slice(0, Math.max(first, 0))
    .map((state) => state.versions[app])
    .filter((version) => version !== undefined)
    .filter((version) => markOf(marks, app, version) === undefined)
    .at(-1);
  if (before === undefined) throw new UserError(`No version of ${app} was live before ${current}`);
  return before;
}

/** Its last live release, so that the same pages serve again. If those are gone, a new one from its record. */
async function withVersion(
  destination: Destination,
  live: LiveSite,
  record: ReleaseRecord,
  wasLive: SiteState,
): Promise<PartialReleases> {
  const { app } = record;
  await destination.pullPages(wasLive.compositionId);
  const registry = await destination.store.registry(wasLive.compositionId).catch(() => null);
  const remote = registry?.remotes[app];
  if (registry !== null && app === 'host') return { ...live.registry, host: registry.host };
  if (remote !== undefined) return withRemote(live.registry, app, remote);
  return withRelease(live.registry, destination.store, app, record);
}
