import { expect, test } from 'vitest';
import { callOf, FAKE_SESSION, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('renew-session');

const SECRET = 'A'.repeat(43);

test("the cookie's hash finds the session, among other cookies, and no new cookie is set", async () => {
  const seen: string[] = [];
  const deps = fakeDeps({
    database: {
      renewSession: async (hash) => {
        seen.push(hash);
        return FAKE_SESSION;
      },
    },
  });
  const response = await handle(jsonRequest({}, { cookie: `a=b; corvane_refresh=${SECRET}; c=d` }), deps);
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test('without a cookie the database is not asked', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({}), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});

/** Regression: the first of two cookies won, so a planted one chose the session. */
test('two different cookies are refused, and the same one twice is one', async () => {
  const deps = fakeDeps({ database: { renewSession: async () => FAKE_SESSION } });
  const renewed = async (...secrets: string[]) => {
    const cookie = secrets.map((secret) => `corvane_refresh=${secret}`).join('; ');
    return (await handle(jsonRequest({}, { cookie }), deps)).status;
  };
  expect(await renewed('B'.repeat(43), SECRET)).toBe(401);
  expect(await renewed(SECRET, SECRET)).toBe(200);
  expect(await renewed('malformed', SECRET)).toBe(200);
  expect(deps.calls).toEqual(['renewSession', 'renewSession']);
});

/** Regression: a late answer removed the cookie of a sign-in that came after its question. */
test('an ended session is refused, and no cookie is removed', async () => {
  const deps = fakeDeps({ database: { renewSession: async () => null } });
  const response = await handle(jsonRequest({}, { cookie: `corvane_refresh=${SECRET}` }), deps);
  expect(response.status).toBe(401);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('no token outlives its session', async () => {
  const deps = fakeDeps({
    database: {
      renewSession: async () => ({ ...FAKE_SESSION, sessionExpiresAt: '2026-11-21T12:03:00.500Z' }),
    },
  });
  const response = await handle(jsonRequest({}, { cookie: `corvane_refresh=${SECRET}` }), deps);
  expect((await response.json()).expiresAt).toBe('2026-11-21T12:03:00.000Z');
});
