import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';
import { RequestError } from '../../request-error.ts';

const handle = callOf('change-representative');

const ID = '00000000-0000-4000-8000-000000000001';
const KEY = 'a-key-of-the-browser_0123';
const ADD = {
  action: 'add',
  name: 'Ada',
  email: 'Ada@Corvane.example',
  isManager: false,
  idempotencyKey: KEY,
};
const ROTATE = { action: 'rotate', repId: ID, salesIdSince: null, idempotencyKey: KEY };
const send = async (deps: FakeDeps, body: unknown) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

/** A database that adds or rotates, and records its inputs. */
function remembering(outcome: 'added' | 'rotated') {
  const given: { credentialHash?: string }[] = [];
  const deps = fakeDeps({
    database: {
      ask: async (_procedure, { body }) => {
        given.push(body);
        return outcome === 'added' ? { outcome, repId: ID } : { outcome, endedSessions: 2 };
      },
    },
  });
  return { deps, given };
}

test('only the answer contains a new sales ID: the database gets its hash, and the log nothing', async () => {
  const { deps, given } = remembering('added');
  const { salesId } = await (await send(deps, ADD)).json();
  expect(salesId).toMatch(/^SR(-[0-9A-Z]{4}){3}$/);
  expect(given[0]?.credentialHash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify([given, deps.entries])).not.toContain(salesId);
  expect(given[0]).toMatchObject({ name: 'Ada', email: 'ada@corvane.example' });
});

test('the same request makes the same sales ID, and another key makes a different one', async () => {
  const { deps } = remembering('rotated');
  const salesIds = [];
  for (const body of [ROTATE, ROTATE, { ...ROTATE, idempotencyKey: `${KEY}4` }]) {
    salesIds.push((await (await send(deps, body)).json()).salesId);
  }
  expect(salesIds[1]).toBe(salesIds[0]);
  expect(salesIds[2]).not.toBe(salesIds[0]);
});

test('a conflict, and the last manager, are answers without a sales ID', async () => {
  const conflict = { outcome: 'conflict' as const, rep: { name: 'Ada' }, lastChange: null };
  for (const changed of [conflict, { outcome: 'last_manager' as const }]) {
    const response = await send(fakeDeps({ database: { ask: async () => changed } }), ROTATE);
    expect([response.status, await response.json()]).toEqual([200, changed]);
  }
});

test('what the database refuses is refused without a sales ID', async () => {
  const ask = () => Promise.reject(new RequestError('invalid_request', 'Another representative has it'));
  const response = await send(fakeDeps({ database: { ask } }), ADD);
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('SR-');
});

test.each([
  { ...ADD, idempotencyKey: 'short' },
  { ...ADD, name: '\u0000' },
  { ...ADD, email: 'nobody' },
  { ...ROTATE, salesIdSince: 'today' },
  { action: 'edit', repId: ID },
  { action: 'promote', repId: ID },
  { action: 'disable', repId: ID, force: true },
])('%j is refused before the database is asked', async (body) => {
  const deps = fakeDeps();
  expect((await send(deps, body)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
