import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('change-person');

const ID = '00000000-0000-4000-8000-00000000000a';
const EMAIL = 'ada@engine.example';
const ERASURE = { action: 'erase', email: EMAIL, takesNames: true, erasureId: ID };
const TEXTS = { name: 'Ada', company: 'Engines' };

const change = async (deps: FakeDeps, wanted: unknown) =>
  handle(jsonRequest(wanted, await repAuthorization(deps)), deps);

type Sent = Parameters<FunctionDatabase['changePerson']>[0];

function recording(sent: Sent[], answer: Awaited<ReturnType<FunctionDatabase['changePerson']>>): FakeDeps {
  return fakeDeps({
    database: {
      changePerson: async (request) => {
        sent.push(request);
        return answer;
      },
    },
  });
}

test('an erasure reaches the database with the caller address, and the log names no person', async () => {
  const sent: Sent[] = [];
  const erased = {
    outcome: 'erased' as const,
    isCustomer: true,
    isRep: false,
    contactRequests: 1,
    codes: 0,
    redacted: 2,
    mailsUnderWay: 0,
  };
  const deps = recording(sent, erased);
  const response = await change(deps, { ...ERASURE, erasureId: ID.toUpperCase() });
  expect(await response.json()).toEqual(erased);
  expect(sent[0]).toMatchObject({ change: ERASURE, sessionId: expect.any(String) });
  expect(deps.entries.map(({ event }) => event)).toContain('person_erased');
  expect(JSON.stringify(deps.entries)).not.toMatch(/ada/i);
});

test('a correction keeps markup as text and loses invisible characters; the earlier values stay unchanged', async () => {
  const sent: Sent[] = [];
  await change(recording(sent, { outcome: 'saved', stored: TEXTS }), {
    action: 'correct',
    correction: {
      kind: 'customer',
      id: ID,
      before: { name: 'Ada\u200b', company: '' },
      after: { name: ' <b>Ada</b>\u202e ', company: '=1+1' },
    },
  });
  expect(sent[0]?.change).toEqual({
    action: 'correct',
    correction: {
      kind: 'customer',
      id: ID,
      before: { name: 'Ada\u200b', company: '' },
      after: { name: '<b>Ada</b>', company: '=1+1' },
    },
  });
});

test.each<[Awaited<ReturnType<FunctionDatabase['changePerson']>>, number]>([
  [{ outcome: 'unauthenticated' }, 401],
  [{ outcome: 'forbidden' }, 403],
  [{ outcome: 'not_found' }, 404],
  [{ outcome: 'rep_is_enabled' }, 200],
  [{ outcome: 'rep_has_customers', customers: 2 }, 200],
  [{ outcome: 'conflict', stored: TEXTS }, 200],
])('%j is answered with %i', async (answer, status) => {
  expect((await change(recording([], answer), ERASURE)).status).toBe(status);
});

test.each([
  {},
  { action: 'find', search: 'ada' },
  { action: 'export' },
  { action: 'export', email: 'x'.repeat(255) },
  { ...ERASURE, takesNames: 'yes' },
  { ...ERASURE, erasureId: 'once' },
  { action: 'erase', email: EMAIL },
  {
    action: 'correct',
    correction: { kind: 'customer', id: ID, before: TEXTS, after: { ...TEXTS, email: EMAIL } },
  },
  {
    action: 'correct',
    correction: { kind: 'customer', id: ID, before: TEXTS, after: { name: 'x'.repeat(201), company: '' } },
  },
  { action: 'correct', correction: { kind: 'contact_request', id: ID, before: TEXTS, after: TEXTS } },
  { action: 'correct', correction: { kind: 'representative', id: ID, before: TEXTS, after: TEXTS } },
])('%j is refused before the database is asked', async (wanted) => {
  const deps = fakeDeps();
  expect((await change(deps, wanted)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
