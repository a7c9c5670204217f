import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('edit-customer');

const CUSTOMER = '00000000-0000-4000-8000-00000000000c';
const BEFORE = { name: 'Ada', company: 'Engines', note: '' };

const run = async (deps: FakeDeps, after: Record<string, string> = { ...BEFORE, note: 'Call on Monday' }) =>
  handle(
    jsonRequest({ customerId: CUSTOMER.toUpperCase(), before: BEFORE, after }, await repAuthorization(deps)),
    deps,
  );

test('the answer holds the stored texts, and the log holds none of them', async () => {
  const deps = fakeDeps();
  expect(await (await run(deps)).json()).toEqual({
    outcome: 'saved',
    customer: { name: 'Ada', company: 'Engines', note: 'Call on Monday' },
  });
  expect(JSON.stringify(deps.entries)).not.toMatch(/Ada|Engines|Monday/);
});

test('a conflict is an answer with the texts of the other change', async () => {
  const customer = { ...BEFORE, name: 'Augusta' };
  const deps = fakeDeps({ database: { editCustomer: async () => ({ outcome: 'conflict', customer }) } });
  const response = await run(deps);
  expect([response.status, await response.json()]).toEqual([200, { outcome: 'conflict', customer }]);
});

test.each([
  ['unauthenticated', 401],
  ['not_found', 404],
] as const)('%s is %i', async (outcome, status) => {
  const deps = fakeDeps({ database: { editCustomer: async () => ({ outcome }) } });
  expect((await run(deps)).status).toBe(status);
});

test('texts are stored as plain text: one line for names, lines for the note', async () => {
  const deps = fakeDeps();
  const response = await run(deps, { name: ' A\r\nda\u202e', company: 'E\u0007', note: 'One\r\nTwo\u001b' });
  expect((await response.json()).customer).toEqual({ name: 'A da', company: 'E', note: 'One\nTwo' });
});

test('a note over its limit is refused beside its field, before the database is asked', async () => {
  const deps = fakeDeps();
  const response = await run(deps, { ...BEFORE, note: 'x'.repeat(10_000) });
  expect(response.status).toBe(400);
  expect((await response.json()).error.fields).toEqual({
    'after.note': 'Please use at most 2,000 characters',
  });
  expect(deps.calls).toEqual([]);
});

test('a caller without a token causes no call to the database', async () => {
  const deps = fakeDeps();
  const body = { customerId: CUSTOMER, before: BEFORE, after: BEFORE };
  expect((await handle(jsonRequest(body), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
