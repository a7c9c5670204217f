import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('revoke-access');

const CUSTOMER = '00000000-0000-4000-8000-00000000000c';

const run = async (deps: FakeDeps, customerId = CUSTOMER) =>
  handle(jsonRequest({ customerId }, await repAuthorization(deps)), deps);

test('the answer follows the contract, with the id in one spelling', async () => {
  const deps = fakeDeps();
  expect(await (await run(deps, CUSTOMER.toUpperCase())).json()).toEqual({
    customerId: CUSTOMER,
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

test('a caller without a token causes no call to the database', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({ customerId: CUSTOMER }), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
