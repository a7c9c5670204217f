import { UserError } from '@corvane/tools/command/user-error';
import type { Destination } from '../store/destination.ts';
import { markFile, type VersionMark } from '../store/release-record.ts';
import { arrivingIn, type ShownVersions } from './signing/check-signatures.ts';

interface Judgment {
  person: string;
  why: string;
}

/**
 * Prevents a version from going live in any way. A live version stays live.
 * @throws UserError for a version that was never published.
 */
export async function markBad(
  destination: Destination,
  app: string,
  version: string,
  { person, why }: Judgment,
): Promise<void> {
  const known = (await destination.records()).find(
    (record) => record.app === app && record.version === version,
  );
  if (known === undefined) throw new UserError(`${app} ${version} was never published here, or was pruned`);
  const commit = known.source?.isDirty === false ? known.source.commit : null;
  const markedAt = new Date().toISOString();
  const mark: VersionMark = { app, version, kind: 'bad', why, commit, person, markedAt };
  await destination.writeText(markFile(mark), JSON.stringify(mark));
}

/** @throws UserError for a version that is not marked bad. */
export async function markGood(destination: Destination, app: string, version: string): Promise<void> {
  if (markOf(await destination.marks(), app, version) === undefined)
    throw new UserError(`${app} ${version} is not marked bad`);
  await destination.remove([markFile({ app, version, kind: 'bad' })]);
}

export function markOf(marks: readonly VersionMark[], app: string, version: string): VersionMark | undefined {
  return marks.find((mark) => mark.app === app && mark.version === version);
}

/** @throws UserError for a version that a person marked bad. */
export function refuseBad(marks: readonly VersionMark[], app: string, version: string): void {
  const bad = markOf(marks, app, version);
  if (bad === undefined) return;
  const by = bad.person === '' ? '' : ` by ${bad.person}`;
  throw new UserError(
    `${app} ${version} was marked bad${by}: ${bad.why}. "release good ${app} ${version}" takes that back.`,
  );
}

/** @throws UserError for a version that is marked bad now, and would be shown where it is not shown yet. */
export async function refuseArrivingBad(
  destination: Destination,
  wanted: ShownVersions,
  live: ShownVersions | null,
): Promise<void> {
  const arriving = arrivingIn(wanted, live);
  if (arriving.length === 0) return;
  const marks = await destination.marks();
  for (const [app, version] of arriving) refuseBad(marks, app, version);
}
