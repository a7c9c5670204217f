import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { UserError } from '@corvane/tools/command/user-error';

/** Below the root: a file of public keys for each application. Only the owner of the site writes here. */
export const KEYS_DIRECTORY = 'keys';

/** A public Ed25519 key. Releases that it signed may go live. */
export interface PublicKey {
  /** The first 16 hex digits of the SHA-256 of its DER form: names the key in files and messages. */
  id: string;
  key: KeyObject;
}

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]*?-----END \1-----/g;

export function keysFile(app: string): string {
  return `${KEYS_DIRECTORY}/${app}.pem`;
}

export function publicKeyOf(key: KeyObject): PublicKey {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), key: publicKey };
}

/** The text of a file of keys: PEM blocks, and a comment above each. */
export function formatPublicKeys(keys: readonly PublicKey[]): string {
  return keys.map(({ id, key }) => `# ${id}\n${key.export({ type: 'spki', format: 'pem' })}`).join('');
}

/**
 * Every key is needed: a key that is skipped would look revoked.
 * @param file for messages.
 * @throws UserError for anything but public Ed25519 keys in PEM and lines that begin with `#`.
 */
export function parsePublicKeys(text: string, file: string): PublicKey[] {
  const wrong = new UserError(
    `${file} is not a list of public Ed25519 keys in PEM. Correct it. Until then, no new version of its application can go live.`,
  );
  const besides = text.replaceAll(PEM_BLOCK, '').split('\n');
  if (besides.some((line) => line.trim() !== '' && !line.startsWith('#'))) throw wrong;
  const keys = [...text.matchAll(PEM_BLOCK)].map(([block, label]) => {
    const key = label === 'PUBLIC KEY' ? keyOrNull(() => createPublicKey(block)) : null;
    if (key?.asymmetricKeyType !== 'ed25519') throw wrong;
    return publicKeyOf(key);
  });
  if (keys.length === 0) throw wrong;
  return keys;
}

/**
 * @param text PEM, or base64 of PEM or of PKCS #8.
 * @throws UserError that does not repeat the text.
 */
export function parsePrivateKey(text: string): KeyObject {
  const pem = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('latin1');
  const key = keyOrNull(() =>
    pem.includes('-----BEGIN')
      ? createPrivateKey(pem)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' }),
  );
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new UserError(
    'RELEASE_SIGNING_KEY is not a private Ed25519 key. Set what "release signing-key" printed: PEM, or base64 of PKCS #8.',
  );
}

/** Node's own errors could quote the key. */
function keyOrNull(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}
