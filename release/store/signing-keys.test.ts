import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatPublicKeys, parsePrivateKey, parsePublicKeys, publicKeyOf } from './signing-keys.ts';

const pair = generateKeyPairSync('ed25519');
const pem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const der = pair.privateKey.export({ type: 'pkcs8', format: 'der' });

test.each([
  ['PEM', pem],
  ['base64 of PEM', Buffer.from(pem).toString('base64')],
  ['base64 of PKCS #8', der.toString('base64')],
])('a private key is read as %s', (_form, text) => {
  expect(publicKeyOf(parsePrivateKey(text)).id).toBe(publicKeyOf(pair.publicKey).id);
});

test.each([
  ['', ''],
  ['cut off', der.toString('base64').slice(0, 30)],
  ['a public key', String(pair.publicKey.export({ type: 'spki', format: 'pem' }))],
  [
    'of another kind',
    String(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
  ],
])('an invalid private key (%s) is refused and never printed', (_what, text) => {
  let message = '';
  try {
    parsePrivateKey(text);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(/^RELEASE_SIGNING_KEY is not a private Ed25519 key\./);
  if (text !== '') expect(message).not.toContain(text.slice(10, 30));
});

test('a list of keys is read as it was written, with comments and blank lines', () => {
  const keys = [publicKeyOf(pair.publicKey), publicKeyOf(generateKeyPairSync('ed25519').publicKey)];
  const text = `# Ada's laptop\n\n${formatPublicKeys(keys)}\r\n`;
  expect(parsePublicKeys(text, 'keys/marketing.pem').map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
});
