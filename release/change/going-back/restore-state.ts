import { UserError } from '@corvane/tools/command/user-error';
import { refuseBlockedScripts } from '../../compose/blocked-scripts.ts';
import type { Destination } from '../../store/destination.ts';
import { type SiteState, stillRetired } from '../../store/site-state.ts';
import { isBeingPruned, readLiveSite, refusePruned, shownLive, withHistory } from '../change-site.ts';
import { refuseBad } from '../mark-version.ts';
import { pagesProblem } from '../signing/check-pages.ts';
import { refuseUnsigned, shownBy } from '../signing/check-signatures.ts';
import { appsWithKeys } from '../signing/site-keys.ts';

/**
 * Makes an earlier state live again, all applications at once, even if the live state cannot be read.
 * @throws UserError when the state does not exist, or its pages are gone or have a script that the edge blocks. Also
 *   when a version of it was marked bad or is not signed, and when another change was faster.
 */
export async function restoreState(
  destination: Destination,
  earlier: number,
  person = '',
): Promise<SiteState> {
  const history = await destination.history();
  const wanted = history.find((state) => state.revision === earlier);
  if (wanted === undefined)
    throw new UserError(
      `State ${earlier} does not exist or cannot be read. "release list" names the states.`,
    );
  // First: what comes after it makes this change fail, also a prune of what is restored.
  const revision = (await destination.latestRevision()) + 1;
  const live = await readLiveSite(destination).catch(() => null);
  await refusePruned(destination, live?.state ?? null, wanted.compositionId);
  await destination.pullPages(wanted.compositionId);
  const { store } = destination;
  const marks = await destination.marks();
  for (const [app, version] of Object.entries(wanted.versions)) refuseBad(marks, app, version);
  const registry = await store.registry(wanted.compositionId);
  const { host, remotes } = registry;
  for (const [app, { version }] of Object.entries({ host, ...remotes })) {
    const isGoing = await isBeingPruned(destination, live?.state ?? null, app, version);
    if (isGoing || (await destination.pullVersion(app, version)) === null) {
      throw new UserError(`State ${earlier} needs ${app} ${version}, which was pruned`);
    }
  }
  await refuseUnsigned(destination, shownBy(registry), live && shownLive(live));
  if (live?.state.compositionId !== wanted.compositionId && (await appsWithKeys(destination)).length > 0) {
    const problem = await pagesProblem(destination, wanted.compositionId, wanted.site);
    if (problem !== null) throw new UserError(`The pages of state ${earlier} ${problem}`);
  }
  await refuseBlockedScripts(store.pagesDir(wanted.compositionId), `State ${earlier}`);
  const next = await withHistory(destination, history[0] ?? null, {
    ...wanted,
    revision,
    changedAt: new Date().toISOString(),
    action: `restore state ${earlier}`,
    person,
    brought: [],
    canaries: [],
    retired: stillRetired(live?.state.retired ?? [], { ...wanted, canaries: [] }),
  });
  await destination.replace(next);
  return next;
}
