import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { DatabaseError, refusalOf } from '../../database/database-call.ts';
import { callOf, FAKE_CUSTOMER_SESSION, FAKE_NOW, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('sign-in-customer');

const TOKEN = 'T'.repeat(43);
const request = () => jsonRequest({ token: TOKEN });

test('a correct token opens a session, and the comparing call counts the attempt', async () => {
  const deps = fakeDeps();
  const response = await handle(request(), deps);
  expect((await response.json()).actor).toEqual(FAKE_CUSTOMER_SESSION.actor);
  // The cookie lives as long as the access.
  const accessMs = Date.parse(FAKE_CUSTOMER_SESSION.sessionExpiresAt) - FAKE_NOW.getTime();
  expect(response.headers.get('set-cookie')).toContain(`Max-Age=${accessMs / 1000};`);
  expect(deps.calls).toEqual(['beginCustomerSession']);
});

test('no token outlives the access', async () => {
  const sessionExpiresAt = '2026-11-21T12:02:00.000Z';
  const deps = fakeDeps({
    database: { beginCustomerSession: async () => ({ ...FAKE_CUSTOMER_SESSION, sessionExpiresAt }) },
  });
  expect((await (await handle(request(), deps)).json()).expiresAt).toBe(sessionExpiresAt);
});

test('a wrong token sets no cookie', async () => {
  const deps = fakeDeps({ database: { beginCustomerSession: async () => null } });
  const response = await handle(request(), deps);
  expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
});

test.each([
  [
    'says when its link ended',
    async () => '2026-11-20T10:00:00+00:00',
    { endedAt: '2026-11-20T10:00:00+00:00' },
  ],
  ['is refused as well when that cannot be found', () => Promise.reject(new Error('no answer')), undefined],
  ['of no link says nothing more', async () => null, undefined],
])('a refused token %s', async (_, linkEndedAt, fields) => {
  const deps = fakeDeps({ database: { beginCustomerSession: async () => null, linkEndedAt } });
  const response = await handle(request(), deps);
  const { error } = await response.json();
  expect([response.status, error.code, error.fields]).toEqual([401, 'unauthenticated', fields]);
});

test('sign-in is refused when attempts cannot be counted, or after too many', async () => {
  const statusWith = async (beginCustomerSession: FunctionDatabase['beginCustomerSession']) =>
    (await handle(request(), fakeDeps({ database: { beginCustomerSession } }))).status;
  expect(await statusWith(() => Promise.reject(new DatabaseError('begin_customer_session', '', 0)))).toBe(
    503,
  );
  expect(await statusWith(() => Promise.reject(refusalOf('PT429', 'Too many attempts.', '9')))).toBe(429);
});

test('the token is neither passed on nor logged', async () => {
  const seen: unknown[] = [];
  const deps = fakeDeps({
    database: {
      beginCustomerSession: async (session) => {
        seen.push(session);
        throw new Error(`lookup of ${TOKEN} failed`);
      },
    },
  });
  const text = await (await handle(request(), deps)).text();
  expect(JSON.stringify([seen, deps.entries, text])).not.toContain(TOKEN);
});
