import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { UserError } from '@corvane/tools/command/user-error';
import { pagesSignatureProblem, signPageFiles } from '../../build/signed-pages.ts';
import type { Destination } from '../../store/destination.ts';
import { signatureFile } from '../../store/release-record.ts';
import { type PublicKey, publicKeyOf } from '../../store/signing-keys.ts';
import type { SiteConfig } from '../../store/site-config.ts';
import { compositionsOf, type SiteState } from '../../store/site-state.ts';
import { appsWithKeys, keysOf } from './site-keys.ts';

/** Every application's keys: all of them release pages. A damaged file of keys stops its own team alone. */
async function keysOfSite(destination: Destination): Promise<(PublicKey & { app: string })[]> {
  const keys: (PublicKey & { app: string })[] = [];
  for (const app of await appsWithKeys(destination))
    for (const key of await keysOf(destination, app).catch(() => [])) keys.push({ ...key, app });
  return keys;
}

/** Signs pages as they are in the store. @throws UserError for a key that is none of the site's. */
export async function signPages(
  destination: Destination,
  compositionId: string,
  site: SiteConfig,
  privateKey: KeyObject,
): Promise<void> {
  const { id } = publicKeyOf(privateKey);
  const owner = (await keysOfSite(destination)).find((key) => key.id === id)?.app;
  if (owner === undefined) throw new UserError(`RELEASE_SIGNING_KEY (${id}) is not a key of this site.`);
  const file = signatureFile(owner, compositionId, id);
  const text = JSON.stringify(await signPageFiles(destination.store, compositionId, site, privateKey));
  if ((await destination.readText(file)) !== text) await destination.writeText(file, text);
}

/** Adds a signature to live pages that another key of the site signed: that one may be revoked then. */
export async function signLivePages(
  destination: Destination,
  state: SiteState,
  privateKey: KeyObject,
): Promise<void> {
  for (const id of compositionsOf(state))
    if ((await pagesProblem(destination, id, state.site)) === null)
      await signPages(destination, id, state.site, privateKey);
}

/**
 * What is wrong with pages in the store of a site with keys. null when a key of the site signed them.
 * @param site the settings that they should have. Without it, any.
 */
export async function pagesProblem(
  destination: Destination,
  compositionId: string,
  site?: SiteConfig,
): Promise<string | null> {
  let problem: string | null = null;
  for (const { id, key, app } of await keysOfSite(destination)) {
    const text = await destination.readText(signatureFile(app, compositionId, id));
    if (text === null) continue;
    const found = await pagesSignatureProblem(destination.store, compositionId, text, key, site);
    if (found === null) return null;
    problem ??= `are not what was signed: ${found} (key ${id}). Find out who changed it.`;
  }
  return problem ?? 'are not signed by a key of this site.';
}

/**
 * New pages take settings, routes and redirects from the live ones, and are signed. So the live ones must be signed.
 * @throws UserError before anything is composed.
 */
export async function refuseUnsignedBase(
  destination: Destination,
  live: SiteState | null,
  signingKey: KeyObject | undefined,
  insists: boolean,
): Promise<void> {
  if (signingKey === undefined)
    throw new UserError(
      'This change makes new pages, and this site shows only signed ones. Set RELEASE_SIGNING_KEY to a key of any application.',
    );
  if (live === null || insists) return;
  for (const id of compositionsOf(live)) {
    const problem = await pagesProblem(destination, id, live.site);
    if (problem === null) continue;
    throw new UserError(
      `The live pages ${id}, of state ${live.revision} ("${live.action}"), ${problem} Look at "release list". Restore a state with signed pages, or release with a reason: --insist 'why'.`,
    );
  }
}

/** Pages in the store may come from anyone who can write to the bucket. Unsigned ones are composed again. */
export async function dropUnsigned(
  destination: Destination,
  compositionId: string,
  site: SiteConfig,
): Promise<void> {
  const { store } = destination;
  if (!existsSync(store.pagesDir(compositionId))) return;
  if ((await pagesProblem(destination, compositionId, site)) !== null)
    await store.dropComposition(compositionId);
}
