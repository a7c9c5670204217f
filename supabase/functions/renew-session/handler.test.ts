import { expect, test } from 'vitest';
import { FAKE_SESSION, fakeDeps, jsonRequest } from '../_shared/fake-deps.ts';
import { handle } from './handler.ts';

const SECRET = 'A'.repeat(43);

test('looks the session up by the hash of the cookie, among other cookies, and sets no new one', async () => {
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

test('asks the database nothing without a cookie', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({}), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});

test('never signs a token that outlives the session', async () => {
  const deps = fakeDeps({
    database: {
      renewSession: async () => ({
        kind: 'rep',
        session_id: '00000000-0000-4000-8000-00000000000e',
        session_expires_at: '2026-11-21T12:03:00.500Z',
        rep: { id: '00000000-0000-4000-8000-00000000000a', name: 'Rep', email: 'rep@corvane.example' },
      }),
    },
  });
  const response = await handle(jsonRequest({}, { cookie: `corvane_refresh=${SECRET}` }), deps);
  expect((await response.json()).expiresAt).toBe('2026-11-21T12:03:00.000Z');
});
