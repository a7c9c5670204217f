import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';
import { RequestError } from '../../request-error.ts';

const handle = callOf('change-contact-request');

const ID = '00000000-0000-4000-8000-000000000001';
const change = async (deps: FakeDeps, wanted: unknown, version: unknown = 3) =>
  handle(
    jsonRequest({ requestId: ID.toUpperCase(), version, change: wanted }, await repAuthorization(deps)),
    deps,
  );

test('a release mails the team, says so, and stays released when the mail fails', async () => {
  const deps = fakeDeps();
  expect((await (await change(deps, { release: true })).json()).notified).toBe(true);
  expect(deps.calls).toEqual(['ask', 'claimNotification', 'claimWorkMails']);
  const failing = fakeDeps({
    database: { claimNotification: () => Promise.reject(new Error('the database is down')) },
  });
  const response = await change(failing, { release: true });
  expect([response.status, (await response.json()).notified]).toEqual([200, false]);
});

test.each([
  { outcome: 'conflict', request: { requestId: ID, version: 9 }, lastChange: null },
  { outcome: 'saved', request: { requestId: ID, version: 4 } },
])('%j without a release is the answer, and mails nobody', async (answer) => {
  const deps = fakeDeps({ database: { ask: async () => answer } });
  const response = await change(deps, { status: 'spam' });
  expect([response.status, await response.json(), deps.mails]).toEqual([200, answer, []]);
});

test('a refused release mails nobody', async () => {
  const deps = fakeDeps({
    database: { ask: () => Promise.reject(new RequestError('not_found', 'No such contact request.')) },
  });
  const response = await change(deps, { assignedTo: null, release: true });
  expect([response.status, deps.mails]).toEqual([404, []]);
});
