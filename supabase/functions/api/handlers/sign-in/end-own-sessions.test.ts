import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('end-own-sessions');

const OTHER = '00000000-0000-4000-8000-0000000000e2';

const run = async (deps: FakeDeps, sessionId: unknown = OTHER) =>
  handle(jsonRequest({ sessionId }, await repAuthorization(deps)), deps);

test.each([OTHER, null])('the answer says how many sessions were ended: %s', async (sessionId) => {
  const response = await run(fakeDeps(), sessionId);
  expect(await response.json()).toEqual({ endedCount: 1 });
});

test.each([
  ['unauthenticated', 401],
  ['not_found', 404],
] as const)('%s is %i', async (outcome, status) => {
  const deps = fakeDeps({ database: { endOwnSessions: async () => ({ outcome }) } });
  expect((await run(deps)).status).toBe(status);
});

test.each([undefined, '', 'x', 1])(
  'a malformed session id (%s) never means all sessions',
  async (sessionId) => {
    const deps = fakeDeps();
    const request = jsonRequest(
      { ...(sessionId === undefined ? {} : { sessionId }) },
      await repAuthorization(deps),
    );
    expect((await handle(request, deps)).status).toBe(400);
    expect(deps.calls).toEqual([]);
  },
);

test('a caller without a token causes no call to the database', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({ sessionId: null }), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
