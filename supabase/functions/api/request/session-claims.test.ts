import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { FAKE_NOW, FAKE_SESSION, fakeDeps, jsonRequest, repAuthorization } from '../fake-deps.ts';
import { readSessionClaims } from './session-claims.ts';

const deps = fakeDeps();
const NOW = Math.floor(FAKE_NOW.getTime() / 1000);

const GOOD = {
  role: 'authenticated',
  session_id: FAKE_SESSION.sessionId,
  sub: FAKE_SESSION.actor.rep.id,
  iss: deps.signer.issuer,
  aud: 'authenticated',
  exp: NOW + 60,
};

function sign(claims: Record<string, unknown>, secret = deps.signer.signingKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
}

const read = (authorization?: string, at = FAKE_NOW) =>
  readSessionClaims(jsonRequest({}, authorization === undefined ? {} : { authorization }), {
    ...deps,
    now: () => at,
  });

test('a token that the functions signed names its session and its person', async () => {
  const expected = { sessionId: FAKE_SESSION.sessionId, personId: FAKE_SESSION.actor.rep.id };
  expect(await read((await repAuthorization(deps)).authorization)).toEqual(expected);
  expect(await read(`bearer ${await sign(GOOD)}`)).toEqual(expected);
});

test.each<[string, Record<string, unknown>]>([
  ['another audience', { aud: 'anon' }],
  ['another issuer', { iss: 'https://elsewhere.example' }],
  ['another role', { role: 'service_role' }],
  ['no session', { session_id: undefined }],
  ['a session that is none', { session_id: 'x' }],
  ['no subject', { sub: undefined }],
  ['no end', { exp: undefined }],
  ['an end that is past', { exp: NOW - 1 }],
])('refuses %s', async (_, claims) => {
  await expect(read(`Bearer ${await sign({ ...GOOD, ...claims })}`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('another key, a missing signature and text that is not a token are refused', async () => {
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(GOOD))}.`;
  const foreign = await sign(GOOD, new TextEncoder().encode('x'.repeat(32)));
  for (const sent of [
    undefined,
    '',
    'Bearer ',
    'Bearer x',
    `Basic ${await sign(GOOD)}`,
    `Bearer ${foreign}`,
    `Bearer ${unsigned}`,
  ]) {
    await expect(read(sent)).rejects.toMatchObject({ code: 'unauthenticated' });
  }
});

test('the given clock decides: a day later the token has ended, a day earlier it has not', async () => {
  const token = `Bearer ${await sign(GOOD)}`;
  const dayMs = 86_400_000;
  await expect(read(token, new Date(FAKE_NOW.getTime() + dayMs))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(await read(token, new Date(FAKE_NOW.getTime() - dayMs))).toMatchObject({
    personId: FAKE_SESSION.actor.rep.id,
  });
});
