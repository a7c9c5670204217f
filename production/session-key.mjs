import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/*
 * Keys that session tokens are signed with (ES256), as JWK in one line each, as `supabase gen signing-key` makes them.
 *
 *   session-key.mjs new       prints a new private key
 *   session-key.mjs public    reads private keys, one per line, and prints their public halves
 */
const [what] = process.argv.slice(2);
if (what === 'new') {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y, d } = privateKey.export({ format: 'jwk' });
  console.log(JSON.stringify({ kty, kid: randomUUID(), alg: 'ES256', crv, x, y, d }));
} else if (what === 'public') {
  for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    try {
      const { kty, kid, crv, x, y } = JSON.parse(line);
      console.log(JSON.stringify({ kty, kid, use: 'sig', alg: 'ES256', crv, x, y }));
    } catch {
      // A parser's message would quote the key.
      console.error('error: session-jwt-key has a line that is no key');
      process.exitCode = 1;
    }
  }
} else {
  console.error('error: session-key.mjs new|public');
  process.exitCode = 1;
}
