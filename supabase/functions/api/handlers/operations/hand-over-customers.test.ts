import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';
import { RequestError } from '../../request-error.ts';

const handle = callOf('hand-over-customers');

const ID = '00000000-0000-4000-8000-000000000001';
const ALL = {
  action: 'hand_over',
  handoverId: ID,
  fromRepId: '00000000-0000-4000-8000-00000000000a',
  toRepId: '00000000-0000-4000-8000-00000000000b',
  expected: { customers: 2, requests: 1 },
};
const send = async (deps: FakeDeps, body: unknown) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

test('after a handover the new representative is told, after a refused one nobody', async () => {
  const deps = fakeDeps();
  expect((await send(deps, ALL)).status).toBe(200);
  await Promise.all(deps.later);
  expect(deps.calls).toContain('claimWorkMails');
  const refused = fakeDeps({
    database: { ask: () => Promise.reject(new RequestError('not_found', 'No such handover.')) },
  });
  expect((await send(refused, { action: 'undo', handoverId: ID })).status).toBe(404);
  expect(refused.calls).toEqual(['ask']);
});
