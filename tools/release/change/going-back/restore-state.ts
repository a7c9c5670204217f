import { UserError } from '../../../command/user-error.ts';
import { refuseBlockedScripts } from '../../compose/blocked-scripts.ts';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';
import { readLiveSite } from '../change-site.ts';
import { refuseBad } from '../mark-version.ts';
import { refuseUnsigned, shownBy } from '../signing/check-signatures.ts';

/**
 * Makes an earlier state live again, all applications at once, even if the live state cannot be read.
 * @throws UserError when the state does not exist, or its pages are gone or have a script that the edge blocks. Also
 *   when a version of it was marked bad or is not signed.
 */
export async function restoreState(
  destination: Destination,
  revision: number,
  person = '',
): Promise<SiteState> {
  const history = await destination.history();
  const wanted = history.find((state) => state.revision === revision);
  if (wanted === undefined)
    throw new UserError(
      `State ${revision} does not exist or cannot be read. "release list" names the states.`,
    );
  await destination.pullPages(wanted.compositionId);
  const { store } = destination;
  const marks = await destination.marks();
  for (const [app, version] of Object.entries(wanted.versions)) refuseBad(marks, app, version);
  const registry = await store.registry(wanted.compositionId);
  const { host, remotes } = registry;
  for (const [app, { version }] of Object.entries({ host, ...remotes })) {
    if ((await destination.pullVersion(app, version)) === null) {
      throw new UserError(`State ${revision} needs ${app} ${version}, which was pruned`);
    }
  }
  const live = await readLiveSite(destination).catch(() => null);
  await refuseUnsigned(
    destination,
    shownBy(registry, null),
    live && shownBy(live.registry, live.canaryRegistry),
  );
  await refuseBlockedScripts(store.pagesDir(wanted.compositionId), `State ${revision}`);
  const next: SiteState = {
    ...wanted,
    revision: (await destination.latestRevision()) + 1,
    changedAt: new Date().toISOString(),
    action: `restore state ${revision}`,
    person,
    brought: [],
    canary: null,
    retired: [],
  };
  await destination.replace(next);
  return next;
}
