import { UserError } from '@corvane/tools/command/user-error';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { type PrunePlan, planPrune, RETENTION } from './prune.ts';

/** Versions of each application that stay, from the usual promise to the least that can still go back. */
const TIGHTER = [20, 10, 5, 3, 2];

/**
 * Plans a prune so that the site fits into a size. It removes versions that open tabs may use only if necessary: first
 * by age, then by number. What is live, a canary and the last good versions always stay.
 * @throws UserError when even the smallest site takes more.
 */
export async function planToFit(destination: Destination, limitBytes: number): Promise<PrunePlan> {
  const totalBytes = await destination.bytesOf(['']);
  let leftBytes = totalBytes;
  for (const retention of [RETENTION, ...TIGHTER.map((versions) => ({ versions, days: 0 }))]) {
    const plan = await planPrune(destination, retention);
    leftBytes = totalBytes - (await destination.bytesOf(pathsOfPlan(destination, plan)));
    if (leftBytes <= limitBytes) return plan;
  }
  throw new UserError(
    `The site takes ${megabytes(totalBytes)}, and ${megabytes(leftBytes)} with only what is live and its last good versions. Add space.`,
  );
}

function pathsOfPlan({ store }: Destination, { versions, paths }: PrunePlan): string[] {
  const ofVersions = versions.flatMap((name) => {
    const [app = '', version = ''] = name.split('/');
    return pathsOfVersion(store, app, version);
  });
  return [...ofVersions, ...paths];
}

/** @example megabytes(1_234_000) // '1.3 MB' */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 1e5) / 10).toFixed(1)} MB`;
}
