import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('change-contact-request');

const ID = '00000000-0000-4000-8000-000000000001';
const change = async (deps: FakeDeps, wanted: unknown, version: unknown = 3) =>
  handle(
    jsonRequest({ requestId: ID.toUpperCase(), version, change: wanted }, await repAuthorization(deps)),
    deps,
  );

test('the answer holds the changed row, and the log holds no note', async () => {
  const deps = fakeDeps();
  const response = await change(deps, { status: 'done', staffNote: 'Called <b>Ada</b>' });
  expect(await response.json()).toEqual({ outcome: 'saved', request: { request_id: ID, version: 4 } });
  expect(deps.calls).toEqual(['changeContactRequest']);
  expect(JSON.stringify(deps.entries)).not.toContain('Ada');
});

test('a note keeps its markup as text and its lines, without invisible characters', async () => {
  const notes: unknown[] = [];
  const deps = fakeDeps({
    database: {
      changeContactRequest: async ({ change: { staffNote } }) => {
        notes.push(staffNote);
        return { outcome: 'saved', request: {} };
      },
    },
  });
  await change(deps, { staffNote: '<script>alert(1)</script>\r\n=1+1\u202e' });
  expect(notes).toEqual(['<script>alert(1)</script>\n=1+1']);
});

test('a conflict answers with the stored row and the latest change', async () => {
  const conflict = {
    outcome: 'conflict' as const,
    request: { request_id: ID, version: 9 },
    last_change: { by: 'Dana', occurred_at: '2026-11-21T12:00:00Z', changes: [{ field: 'staff_note' }] },
  };
  const deps = fakeDeps({ database: { changeContactRequest: async () => conflict } });
  const response = await change(deps, { status: 'spam' });
  expect([response.status, await response.json()]).toEqual([200, conflict]);
});

test('a release mails the team, says so, and stays released when the mail fails', async () => {
  const deps = fakeDeps();
  expect((await (await change(deps, { release: true })).json()).notified).toBe(true);
  expect(deps.calls).toEqual(['changeContactRequest', 'claimNotification', 'claimWorkMails']);
  const failing = fakeDeps({
    database: { claimNotification: () => Promise.reject(new Error('the database is down')) },
  });
  const response = await change(failing, { release: true });
  expect([response.status, (await response.json()).notified]).toEqual([200, false]);
});

test.each<[string, Awaited<ReturnType<FunctionDatabase['changeContactRequest']>>, number]>([
  ['a session that has ended', { outcome: 'unauthenticated' }, 401],
  ['an assignment by a representative', { outcome: 'forbidden' }, 403],
  ['a request of another representative', { outcome: 'not_found' }, 404],
  ['a disabled representative to work on it', { outcome: 'no_such_rep' }, 400],
])('%s is refused, and no mail is sent', async (_, changed, status) => {
  const deps = fakeDeps({ database: { changeContactRequest: async () => changed } });
  const response = await change(deps, { assignedTo: null, release: true });
  expect([response.status, deps.mails]).toEqual([status, []]);
  if (status === 400) expect((await response.json()).error.fields).toHaveProperty(['change.assignedTo']);
});

test.each<[unknown, unknown]>([
  [{}, 3],
  [{ status: 'sold' }, 3],
  [{ release: false }, 3],
  [{ staffNote: 'x'.repeat(4_001) }, 3],
  [{ assignedTo: 'nobody' }, 3],
  [{ message: 'forged' }, 3],
  [{ status: 'done' }, 0],
  [{ status: 'done' }, null],
])('%j of version %j is refused before the database is asked', async (wanted, version) => {
  const deps = fakeDeps();
  expect((await change(deps, wanted, version)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
