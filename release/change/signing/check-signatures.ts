import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { UserError } from '@corvane/tools/command/user-error';
import { signatureProblem } from '../../build/signed-release.ts';
import type { SiteReleases } from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import { readRecord } from '../../store/directory-destination.ts';
import { type ReleaseRecord, SIGNATURES_DIRECTORY, signatureFile } from '../../store/release-record.ts';
import { type PublicKey, publicKeyOf } from '../../store/signing-keys.ts';
import type { SiteState } from '../../store/site-state.ts';
import type { SiteStore } from '../../store/site-store.ts';
import { appsWithKeys, keysOf } from './site-keys.ts';

/** Version of each application, for all visitors and for those of each canary. */
export interface ShownVersions {
  stable: Readonly<Record<string, string>>;
  canaries: readonly Readonly<Record<string, string>>[];
}

export function shownBy(
  stable: Registry | SiteReleases,
  canaries: readonly (Registry | SiteReleases)[] = [],
): ShownVersions {
  return { stable: versionsOf(stable), canaries: canaries.map(versionsOf) };
}

/** What a state shows, by the registries of its pages. @throws UserError when one cannot be read. */
export async function shownByState(
  store: SiteStore,
  { compositionId, canaries }: SiteState,
): Promise<ShownVersions> {
  const tried = canaries.map((canary) => store.registry(canary.compositionId));
  return shownBy(await store.registry(compositionId), await Promise.all(tried));
}

/** What a document root on this machine shows now. Null when it shows nothing that can be read. */
export async function shownHere(store: SiteStore): Promise<ShownVersions | null> {
  try {
    const state = await store.liveState();
    return state && (await shownByState(store, state));
  } catch {
    return null;
  }
}

/** Versions that would be shown and are not shown yet. */
export function arrivingIn(
  wanted: ShownVersions,
  live: ShownVersions | null,
): [app: string, version: string][] {
  return [
    ...Object.entries(wanted.stable).filter(([app, version]) => live?.stable[app] !== version),
    ...wanted.canaries
      .flatMap((canary) => Object.entries(canary))
      .filter(([app, version]) => wanted.stable[app] !== version && !isTried(live, app, version)),
  ];
}

function isTried(live: ShownVersions | null, app: string, version: string): boolean {
  return live?.canaries.some((canary) => canary[app] === version) === true;
}

/**
 * On a site with keys, a version goes live only with a signature by a key of its application. Live versions stay live:
 * revoking a key removes nothing and blocks no other team. A site without keys is not checked.
 * @param signedOnly whether the site is known to have keys, no matter what it has at this moment.
 * @throws UserError naming the version and what is wrong.
 */
export async function refuseUnsigned(
  destination: Destination,
  wanted: ShownVersions,
  live: ShownVersions | null,
  signedOnly = false,
): Promise<void> {
  const arriving = arrivingIn(wanted, live);
  if (arriving.length === 0) return;
  if (!signedOnly && (await appsWithKeys(destination)).length === 0) return;
  for (const [app, version] of arriving) {
    const isShown = live?.stable[app] === version || isTried(live, app, version);
    await refuseVersion(destination, app, version, isShown);
  }
}

async function refuseVersion(destination: Destination, app: string, version: string, isShown: boolean) {
  const keys = await keysOf(destination, app);
  if (keys.length === 0)
    throw new UserError(
      `${app} has no signing key, and this site shows only signed versions. The owner makes one: release signing-key ${app}.`,
    );
  const record =
    (await destination.pullVersion(app, version)) ?? (await readRecord(destination.store, app, version));
  if (record === null) throw new UserError(`${app} ${version} was never published here, or was pruned`);
  const judged = await judgeVersion(destination, record, keys, isShown);
  if (judged === 'unsigned')
    throw new UserError(
      `${app} ${version} ${await signersOf(destination, app, version)}. Release it with RELEASE_SIGNING_KEY set to a key of ${app}.`,
    );
}

/** @throws UserError for a version with a signature by one of the keys that says something else. */
async function judgeVersion(
  destination: Destination,
  record: ReleaseRecord,
  keys: readonly PublicKey[],
  isShown: boolean,
): Promise<'signed' | 'unsigned'> {
  const { app, version } = record;
  let problem: string | null = null;
  for (const { id, key } of keys) {
    const text = await destination.readText(signatureFile(app, version, id));
    if (text === null) continue;
    const found = await signatureProblem(destination.store, record, text, key);
    if (found === null) return 'signed';
    problem ??= `${found.what} (key ${id})`;
    // A copy is not fetched again while it is there.
    if (found.of === 'files' && !isShown) await destination.dropCopy(app, version);
  }
  if (problem === null) return 'unsigned';
  throw new UserError(`${app} ${version} is not what was signed: ${problem}. Find out who changed it.`);
}

/**
 * Composing runs the server builds of all applications beside the signing key of one. So a version that a key of its
 * application signed must still be what was signed. This holds for live versions too. A live version without such a
 * signature, as after its key was revoked, blocks no other team.
 * @throws UserError naming what was changed.
 */
export async function refuseChanged(
  destination: Destination,
  { host, remotes }: SiteReleases,
  live: ShownVersions | null,
): Promise<void> {
  if ((await appsWithKeys(destination)).length === 0) return;
  for (const [app, release] of Object.entries({ host, ...remotes })) {
    // A damaged file of keys stops its own team alone. Only the owner can write one.
    const keys = await keysOf(destination, app).catch(() => []);
    const record = await destination.pullVersion(app, release.version);
    const isShown = live?.stable[app] === release.version || isTried(live, app, release.version);
    if (record === null && isShown) await refuseLostRecord(destination, app, release.version, keys);
    if (record === null || (await judgeVersion(destination, record, keys, false)) === 'unsigned') continue;
    const signed = { ...record, base: destination.store.publicBase(app, release.version) };
    const other = (['base', 'entry', 'css', 'preload', 'integrity'] as const).find(
      (fact) => !isDeepStrictEqual(release[fact], signed[fact]),
    );
    if (other !== undefined)
      throw new UserError(
        `The registry says of ${app} ${release.version} what was not signed: ${other}. Find out who changed it.`,
      );
  }
}

/** The server build of a live version is there without its record. A signed one needs it: else nothing would be compared. */
async function refuseLostRecord(
  destination: Destination,
  app: string,
  version: string,
  keys: readonly PublicKey[],
): Promise<void> {
  for (const { id } of keys) {
    if ((await destination.readText(signatureFile(app, version, id))) !== null)
      throw new UserError(
        `${app} ${version} is not what was signed: its record was removed or damaged (key ${id}). Find out who changed it.`,
      );
  }
}

async function signersOf(destination: Destination, app: string, version: string): Promise<string> {
  const prefix = `${app}@${version}@`;
  const ids = (await destination.list(SIGNATURES_DIRECTORY))
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length, -'.json'.length));
  return ids.length === 0 ? 'is not signed' : `is not signed by a key of ${app}, only by ${ids.join(', ')}`;
}

/**
 * Whether releases of these applications are signed now.
 * @throws UserError for a key that is none of theirs.
 */
export async function willSign(
  destination: Destination,
  apps: readonly string[],
  privateKey: KeyObject | undefined,
): Promise<boolean> {
  const known = await appsWithKeys(destination);
  if (privateKey === undefined || known.length === 0) return false;
  const { id } = publicKeyOf(privateKey);
  const isKeyOf = async (app: string) => (await keysOf(destination, app)).some((key) => key.id === id);
  for (const app of apps) {
    if (await isKeyOf(app)) continue;
    const owners: string[] = [];
    for (const other of known) if (await isKeyOf(other).catch(() => false)) owners.push(other);
    const owner = owners.length === 0 ? '' : ` It is a key of ${owners.join(', ')}.`;
    throw new UserError(`RELEASE_SIGNING_KEY (${id}) is not a key of ${app}.${owner}`);
  }
  return true;
}
