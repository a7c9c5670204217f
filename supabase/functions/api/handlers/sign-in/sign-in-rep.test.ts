import { decodeJwt, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { DatabaseError, refusalOf } from '../../database/database-call.ts';
import { callOf, FAKE_NOW, FAKE_SESSION, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('sign-in-rep');

const request = () => jsonRequest({ salesId: 'REP-1' }, { 'x-forwarded-for': '6.6.6.6, 198.51.100.4' });

test('one call counts the attempt and compares, by network and by the hash of the ID', async () => {
  const seen: unknown[] = [];
  const deps = fakeDeps({
    database: {
      beginRepSession: async ({ network, credentialHash }) => {
        seen.push(network, credentialHash);
        return FAKE_SESSION;
      },
    },
  });
  expect((await handle(request(), deps)).status).toBe(200);
  expect(deps.calls).toEqual(['beginRepSession']);
  expect(seen).toEqual(['198.51.100.4', expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test('when a limit is reached, the answer says how long to wait', async () => {
  const deps = fakeDeps({
    database: { beginRepSession: () => Promise.reject(refusalOf('PT429', 'Too many attempts.', '7')) },
  });
  const response = await handle(request(), deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('the signed token fits the API: role, session, audience, issuer, its life', async () => {
  const deps = fakeDeps();
  const { sessionToken, expiresAt } = await (await handle(request(), deps)).json();
  const { payload } = await jwtVerify(sessionToken, deps.signer.verificationKey, {
    algorithms: ['HS256'],
    audience: 'authenticated',
    issuer: deps.signer.issuer,
    currentDate: FAKE_NOW,
  });
  expect(payload).toMatchObject({ role: 'authenticated', session_id: FAKE_SESSION.sessionId });
  expect(decodeJwt(sessionToken).sub).toBe('00000000-0000-4000-8000-00000000000a');
  expect(expiresAt).toBe('2026-11-21T12:10:00.000Z');
});

test('only the last hop of X-Forwarded-For is trusted', async () => {
  const seen: unknown[] = [];
  const deps = fakeDeps({
    database: {
      beginRepSession: async (session) => {
        seen.push(session.ipAddress);
        return FAKE_SESSION;
      },
    },
  });
  await handle(request(), deps);
  expect(seen).toEqual(['198.51.100.4']);
});

test('an unknown ID gets no cookie', async () => {
  const deps = fakeDeps({ database: { beginRepSession: async () => null } });
  const response = await handle(request(), deps);
  expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
});

test('sign-in is refused when attempts cannot be counted', async () => {
  const deps = fakeDeps({
    database: { beginRepSession: () => Promise.reject(new DatabaseError('begin_rep_session', '', 0)) },
  });
  const response = await handle(request(), deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

test("a fault's answer and log have the same id, and the log holds nothing of the request", async () => {
  const deps = fakeDeps({
    database: {
      beginRepSession: async () => {
        throw new Error('insert of REP-1 failed');
      },
    },
  });
  const response = await handle(request(), deps);
  const { error } = await response.json();
  expect([response.status, error.code]).toEqual([500, 'internal']);
  expect(deps.entries[0]).toMatchObject({ correlationId: error.correlationId, failure: 'Error' });
  expect(JSON.stringify([error, deps.entries])).not.toContain('REP-1');
});

test('the cookie is Secure exactly when the site is served over https', async () => {
  const cookieOf = async (siteUrl: string) =>
    (await handle(request(), fakeDeps({ siteUrl }))).headers.get('set-cookie') ?? '';
  expect(await cookieOf('https://www.corvane.example')).toMatch(/; Secure$/);
  expect(await cookieOf('http://localhost:8080')).not.toContain('Secure');
});
