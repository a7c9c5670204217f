import { UserError } from '@corvane/tools/command/user-error';
import { describeBuild } from '../../build/describe-build.ts';
import { readLiveSite } from '../../change/change-site.ts';
import type { Destination } from '../../store/destination.ts';
import { canaryOf } from '../../store/site-state.ts';
import type { ReleaseCommand } from '../parse-release-arguments.ts';
import { buildOf } from '../read-build.ts';
import { describeBrokenStates } from './broken-states.ts';
import { compareReleases, liveVersion, publishedVersion } from './compare-releases.ts';
import { formatList } from './format-list.ts';

/** `release list`. Says as well which states are broken. */
export async function listReleases(destination: Destination, app?: string): Promise<string> {
  const broken = await describeBrokenStates(destination);
  const state = await destination.pull().catch((error: unknown) => {
    throw broken === '' || !(error instanceof UserError)
      ? error
      : new UserError(`${error.message}\n${broken}`);
  });
  if (state === null) return `Nothing has been released to ${destination.name} yet.`;
  const [records, history, marks] = await Promise.all([
    destination.records(),
    destination.history(),
    destination.marks(),
  ]);
  const known = [...new Set(records.map((record) => record.app))].sort();
  if (app !== undefined && !known.includes(app))
    throw new UserError(`There is no application ${app}. Name one of ${known.join(', ')}.`);
  const list = formatList({ records, history, marks }, state, app);
  return broken === '' ? list : `${list}\n\n${broken}`;
}

/** `release diff`. */
export async function diffRelease(
  destination: Destination,
  { app, version, build: dir }: Extract<ReleaseCommand, { name: 'diff' }>,
): Promise<string> {
  const live = await readLiveSite(destination);
  if (live === null) return `Nothing has been released to ${destination.name} yet.`;
  const before = await liveVersion(destination, live.registry, app);
  if (version !== null)
    return compareReleases(app, before, await publishedVersion(destination, app, version));
  const build = await buildOf(app, dir);
  return compareReleases(app, before, { ...(await describeBuild(build)), dir: build.clientDir });
}

/** After `release bad`: whether the version is still shown to visitors. */
export async function tellStanding(
  destination: Destination,
  { app, version }: { app: string; version: string },
) {
  const state = await destination.pull();
  if (state?.versions[app] === version)
    return `${app} ${version} is live. Go back with: release rollback ${app}`;
  if (state && canaryOf(state, app)?.version === version)
    return `${app} ${version} is the canary. End it with: release abort ${app}`;
  return `${app} ${version} cannot go live any more.`;
}
