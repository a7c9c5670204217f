import {
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
} from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { buildDeps } from '../deps.ts';
import type { Environment } from '../environment.ts';
import { FAKE_NOW, FAKE_SESSION, jsonRequest } from '../fake-deps.ts';
import { readSessionClaims } from '../request/session-claims.ts';
import { createRandomSecret } from './random-secret.ts';
import { grantSession } from './session-token.ts';

const ENVIRONMENT = {
  SUPABASE_URL: 'https://api.corvane.example',
  SUPABASE_SERVICE_ROLE_KEY: `sb_secret_${createRandomSecret()}`,
  SALES_ID_PEPPER: createRandomSecret(),
  EDGE_SECRET: createRandomSecret(),
  SITE_URL: 'http://localhost:8080',
  MAIL_TRANSPORT: 'test',
};
const SECRET = createRandomSecret();
const CHECKS = {
  audience: 'authenticated',
  issuer: 'https://api.corvane.example/auth/v1',
  currentDate: FAKE_NOW,
};

let privateKey: JWK;
let publicKey: JWK;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg: 'ES256' };
  // In the official CLI's format.
  privateKey = {
    ...(await exportJWK(pair.privateKey)),
    kid: 'key-1',
    alg: 'ES256',
    use: 'sig',
    key_ops: ['sign', 'verify'],
    ext: true,
  };
});

const signerOf = (env: Environment) => buildDeps({ ...ENVIRONMENT, ...env }).signer;
const tokenOf = async (env: Environment) =>
  (await grantSession(FAKE_SESSION, signerOf(env), FAKE_NOW)).sessionToken;
const read = (token: string, env: Environment) =>
  readSessionClaims(jsonRequest({}, { authorization: `Bearer ${token}` }), {
    signer: signerOf(env),
    now: () => FAKE_NOW,
  });

test('without a key, or with a blank one, the shared secret signs', async () => {
  for (const env of [{ SESSION_JWT_SECRET: SECRET }, { SESSION_JWT_SECRET: SECRET, SESSION_JWT_KEY: '' }]) {
    const token = await tokenOf(env);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    await jwtVerify(token, new TextEncoder().encode(SECRET), { ...CHECKS, algorithms: ['HS256'] });
  }
});

test('the imported private key signs, and its public half, found by its kid, verifies', async () => {
  const env = { SESSION_JWT_KEY: JSON.stringify(privateKey) };
  const token = await tokenOf(env);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'key-1' });
  const published = createLocalJWKSet({ keys: [publicKey] });
  const { payload } = await jwtVerify(token, published, { ...CHECKS, algorithms: ['ES256'] });
  expect(payload).toMatchObject({ role: 'authenticated', session_id: FAKE_SESSION.sessionId });
  expect(await read(token, env)).toEqual({
    sessionId: FAKE_SESSION.sessionId,
    personId: FAKE_SESSION.actor.rep.id,
  });
});

test('only the configured key is trusted: not the secret beside it, not another key, not its public half as a secret', async () => {
  const env = { SESSION_JWT_KEY: JSON.stringify(privateKey), SESSION_JWT_SECRET: SECRET };
  const another = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
  for (const token of [
    await tokenOf({ SESSION_JWT_SECRET: SECRET }),
    await tokenOf({ SESSION_JWT_KEY: JSON.stringify({ ...another, kid: 'key-1' }) }),
    await tokenOf({ SESSION_JWT_SECRET: JSON.stringify(publicKey) }),
  ]) {
    await expect(read(token, env)).rejects.toMatchObject({ code: 'unauthenticated' });
  }
  await expect(read(await tokenOf(env), { SESSION_JWT_SECRET: SECRET })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('the functions do not start without a key, or with one that cannot sign, and never quote it', async () => {
  const without = (name: string) => JSON.stringify({ ...privateKey, [name]: undefined });
  expect(() => signerOf({})).toThrow('SESSION_JWT_SECRET is missing, as SESSION_JWT_KEY is');
  expect(() => signerOf({ SESSION_JWT_SECRET: 'short' })).toThrow('SESSION_JWT_SECRET');
  for (const wrong of ['{', 'null', without('d'), without('kid'), JSON.stringify(publicKey)]) {
    expect(() => signerOf({ SESSION_JWT_KEY: wrong })).toThrow(
      /^Environment of the functions: SESSION_JWT_KEY is not a private ES256 key in JWK form with a kid$/,
    );
  }
});
