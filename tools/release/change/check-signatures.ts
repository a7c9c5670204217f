import type { KeyObject } from 'node:crypto';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { UserError } from '../../command/user-error.ts';
import { signatureProblem } from '../build/signed-release.ts';
import type { SiteReleases } from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import { readRecord } from '../store/directory-destination.ts';
import { publicKeyOf } from '../store/signing-keys.ts';
import type { SiteStore } from '../store/site-store.ts';
import { SIGNATURES_DIRECTORY, signatureFile } from '../store/version-signature.ts';
import { appsWithKeys, keysOf } from './site-keys.ts';

/** Version of each application, for all visitors and for those of the canary. */
export interface ShownVersions {
  stable: Readonly<Record<string, string>>;
  /** Empty without a canary. */
  canary: Readonly<Record<string, string>>;
}

export function shownBy(
  stable: Registry | SiteReleases,
  canary: Registry | SiteReleases | null | undefined,
): ShownVersions {
  return { stable: versionsOf(stable), canary: canary ? versionsOf(canary) : {} };
}

/** What a document root on this machine shows now; null when it shows nothing that can be read. */
export async function shownHere(store: SiteStore): Promise<ShownVersions | null> {
  try {
    const state = await store.liveState();
    if (state === null) return null;
    const canary = state.canary && (await store.registry(state.canary.compositionId));
    return shownBy(await store.registry(state.compositionId), canary);
  } catch {
    return null;
  }
}

/**
 * On a site with keys, a version goes live only with a signature by a key of its application. Live versions stay live:
 * revoking a key removes nothing and blocks no other team. A site without keys is not checked.
 * @param signedOnly whether the site is known to have keys, whatever it has at this moment.
 * @throws UserError naming the version and what is wrong.
 */
export async function refuseUnsigned(
  destination: Destination,
  wanted: ShownVersions,
  live: ShownVersions | null,
  signedOnly = false,
): Promise<void> {
  const arriving = [
    ...Object.entries(wanted.stable).filter(([app, version]) => live?.stable[app] !== version),
    ...Object.entries(wanted.canary).filter(
      ([app, version]) => wanted.stable[app] !== version && live?.canary[app] !== version,
    ),
  ];
  if (arriving.length === 0) return;
  if (!signedOnly && (await appsWithKeys(destination)).length === 0) return;
  for (const [app, version] of arriving) {
    const isShown = live?.stable[app] === version || live?.canary[app] === version;
    await refuseVersion(destination, app, version, isShown);
  }
}

async function refuseVersion(destination: Destination, app: string, version: string, isShown: boolean) {
  const keys = await keysOf(destination, app);
  if (keys.length === 0)
    throw new UserError(
      `${app} has no signing key, and this site shows only signed versions. The owner makes one: release signing-key ${app}.`,
    );
  const { store } = destination;
  const record = (await destination.pullVersion(app, version)) ?? (await readRecord(store, app, version));
  if (record === null) throw new UserError(`${app} ${version} was never published here, or was pruned`);
  let problem: string | null = null;
  for (const { id, key } of keys) {
    const text = await destination.readText(signatureFile(app, version, id));
    if (text === null) continue;
    const found = await signatureProblem(store, record, text, key);
    if (found === null) return;
    problem ??= `${found.what} (key ${id})`;
    // A copy is not fetched again while it is there.
    if (found.of === 'files' && !isShown) await destination.dropCopy(app, version);
  }
  throw new UserError(
    problem === null
      ? `${app} ${version} ${await signersOf(destination, app, version)}. Release it with RELEASE_SIGNING_KEY set to a key of ${app}.`
      : `${app} ${version} is not what was signed: ${problem}. Find out who changed it.`,
  );
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
