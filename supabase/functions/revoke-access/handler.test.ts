import { expect, test } from 'vitest';
import { type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../_shared/fake-deps.ts';
import { handle } from './handler.ts';

const LEAD = '00000000-0000-4000-8000-00000000000c';

const run = async (deps: FakeDeps, leadId = LEAD) =>
  handle(jsonRequest({ leadId }, await repAuthorization(deps)), deps);

test('answers the contract, with the id in one spelling', async () => {
  const deps = fakeDeps();
  expect(await (await run(deps, LEAD.toUpperCase())).json()).toEqual({
    leadId: LEAD,
    revokedAt: '2026-11-21T12:00:00.123Z',
  });
  expect(deps.calls).toEqual(['revokeAccess']);
});

test.each([
  ['unauthenticated', 401],
  ['not_found', 404],
] as const)('%s is %i', async (outcome, status) => {
  const deps = fakeDeps({ database: { revokeAccess: async () => ({ outcome }) } });
  expect((await run(deps)).status).toBe(status);
});

test('asks nothing of the database for a caller without a token', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({ leadId: LEAD }), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
