import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, FAKE_NOW, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

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

test('a handover answers what was handed over', async () => {
  const response = await send(fakeDeps(), ALL);
  expect(await response.json()).toEqual({
    outcome: 'handed_over',
    id: ID,
    count: 2,
    requests: 1,
    undo_until: FAKE_NOW.toISOString(),
  });
});

test.each<[string, Awaited<ReturnType<FunctionDatabase['handOver']>>, number]>([
  ['a session that has ended', { outcome: 'unauthenticated' }, 401],
  ['a representative who is not a manager', { outcome: 'forbidden' }, 403],
  ['the same representative', { outcome: 'same_rep' }, 400],
  ['a disabled representative', { outcome: 'disabled' }, 400],
])('%s is refused', async (_, answer, status) => {
  const response = await send(fakeDeps({ database: { handOver: async () => answer } }), ALL);
  expect(response.status).toBe(status);
  if (status === 400) expect((await response.json()).error.fields).toHaveProperty('toRepId');
});

test('nothing to hand over is an answer, and nothing to undo is not found', async () => {
  const deps = fakeDeps({ database: { handOver: async () => ({ outcome: 'none' }) } });
  expect((await send(deps, ALL)).status).toBe(200);
  expect((await send(deps, { action: 'undo', handoverId: ID })).status).toBe(404);
});
