import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { UserError } from '@corvane/tools/command/user-error';
import { signPageFiles } from '../../build/signed-pages.ts';
import { signPublished } from '../../build/signed-release.ts';
import type { Destination } from '../../store/destination.ts';
import { signatureFile } from '../../store/release-record.ts';
import {
  formatPublicKeys,
  KEYS_DIRECTORY,
  keysFile,
  type PublicKey,
  parsePublicKeys,
  publicKeyOf,
} from '../../store/signing-keys.ts';
import { compositionsOf } from '../../store/site-state.ts';

/** Applications with keys. As soon as there is one, every new version of the site must be signed. */
export async function appsWithKeys(destination: Destination): Promise<string[]> {
  return (await destination.list(KEYS_DIRECTORY))
    .filter(({ name }) => name.endsWith('.pem'))
    .map(({ name }) => name.slice(0, -'.pem'.length))
    .sort();
}

/** Empty for an application without keys. @throws UserError for a file that is no list of keys. */
export async function keysOf(destination: Destination, app: string): Promise<PublicKey[]> {
  return parseKeys(destination, app, await destination.readText(keysFile(app)));
}

function parseKeys({ name }: Destination, app: string, text: string | null): PublicKey[] {
  return text === null ? [] : parsePublicKeys(text, `${keysFile(app)} of ${name}`);
}

/** No other change comes between, or a key that was just revoked would be valid again. */
function changeKeys(
  destination: Destination,
  app: string,
  change: (keys: PublicKey[]) => PublicKey[],
): Promise<void> {
  return destination.changeText(keysFile(app), (text) =>
    formatPublicKeys(change(parseKeys(destination, app, text))),
  );
}

/**
 * Makes a key for the releases of one application, beside those that it has. The first one signs what was live, as it
 * is published now: otherwise no rollback could go there any more.
 * @returns its id, and the private half, PKCS #8 in base64, which is stored nowhere.
 * @throws UserError, with nothing changed, when another change of the keys was faster.
 */
export async function newSigningKey(
  destination: Destination,
  app: string,
): Promise<{ id: string; privateKey: string }> {
  const pair = generateKeyPairSync('ed25519');
  const added = publicKeyOf(pair.publicKey);
  if ((await appsWithKeys(destination)).length === 0)
    await signPagesThatWereLive(destination, app, pair.privateKey);
  if ((await keysOf(destination, app)).length === 0) await signWhatWasLive(destination, app, pair.privateKey);
  await changeKeys(destination, app, (keys) => [...keys, added]);
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { id: added.id, privateKey };
}

/** Before the key is valid, so that no rollback is refused meanwhile. */
async function signWhatWasLive(destination: Destination, app: string, privateKey: KeyObject): Promise<void> {
  const { id } = publicKeyOf(privateKey);
  const history = await destination.history();
  for (const version of new Set(history.flatMap(({ versions }) => versions[app] ?? []))) {
    const record = await destination.pullVersion(app, version);
    if (record === null) continue;
    const signature = await signPublished(destination.store, record, privateKey);
    await destination.writeText(signatureFile(app, version, id), JSON.stringify(signature));
  }
}

/** The first key of a site. Pages that were pruned are left out. */
async function signPagesThatWereLive(
  destination: Destination,
  app: string,
  privateKey: KeyObject,
): Promise<void> {
  for (const state of await destination.history())
    for (const compositionId of compositionsOf(state)) {
      await destination.pullPages(compositionId);
      if (!existsSync(destination.store.pagesDir(compositionId))) continue;
      const signature = await signPageFiles(destination.store, compositionId, state.site, privateKey);
      const file = signatureFile(app, compositionId, publicKeyOf(privateKey).id);
      await destination.writeText(file, JSON.stringify(signature));
    }
}

/**
 * Takes a key off. Versions that it alone signed stay where they are live, and go live nowhere else.
 * @throws UserError for an unknown key, and for the last one: without keys, nothing of the application could go live.
 *   Also when another change of the keys was faster.
 */
export async function revokeKey(destination: Destination, app: string, id: string): Promise<void> {
  await changeKeys(destination, app, (keys) => {
    const kept = keys.filter((key) => key.id !== id);
    if (kept.length === keys.length) {
      const known = keys.length === 0 ? 'It has none.' : `It has ${keys.map((key) => key.id).join(', ')}.`;
      throw new UserError(`${id} is not a key of ${app}. ${known}`);
    }
    if (kept.length === 0)
      throw new UserError(`${id} is the only key of ${app}. Make another first: release signing-key ${app}.`);
    return kept;
  });
}
