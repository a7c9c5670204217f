import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { DatabaseError } from '../../database/database-call.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('export-list');

const WANTED = { list: 'audit_trail', filter: { event: 'link_revoked' }, after: null };
const ask = async (deps: FakeDeps, wanted: unknown = WANTED, headers: Record<string, string> = {}) =>
  handle(jsonRequest(wanted, { ...(await repAuthorization(deps)), ...headers }), deps);

test('the database learns what is exported and from where, for the trail, and its page is the answer', async () => {
  const asked: unknown[] = [];
  const deps = fakeDeps({
    database: {
      exportList: async ({ wanted, ipAddress, userAgent }) => {
        asked.push({ wanted, ipAddress, userAgent });
        return { outcome: 'exported', page: { rows: [{ event: 'link_revoked' }] } };
      },
    },
  });
  const response = await ask(deps, WANTED, { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Engine/1' });
  expect(await response.json()).toEqual({ page: { rows: [{ event: 'link_revoked' }] } });
  expect(asked).toEqual([{ wanted: WANTED, ipAddress: '203.0.113.9', userAgent: 'Engine/1' }]);
  expect(JSON.stringify(deps.entries)).not.toContain('link_revoked');
});

test.each<[Awaited<ReturnType<FunctionDatabase['exportList']>>, number]>([
  [{ outcome: 'unauthenticated' }, 401],
  [{ outcome: 'forbidden' }, 403],
])('%j is refused', async (answer, status) => {
  expect((await ask(fakeDeps({ database: { exportList: async () => answer } }))).status).toBe(status);
});

test.each([
  ['22023', 400],
  ['57014', 503],
])('the database error %s becomes %i', async (code, status) => {
  const exportList = () => Promise.reject(new DatabaseError('export_list', code, 400));
  expect((await ask(fakeDeps({ database: { exportList } }))).status).toBe(status);
});

test.each([
  {},
  { list: 'people', filter: {}, after: null },
  { list: 'audit_trail', filter: {} },
  { list: 'audit_trail', filter: { search: 'ada' }, after: null },
  { list: 'audit_trail', filter: {}, after: 'x'.repeat(4_001) },
  { list: 'contact_requests', filter: {}, after: null },
  { list: 'contact_requests', filter: { statuses: ['sold'] }, direction: 'desc', after: null },
  { list: 'contact_requests', filter: {}, direction: 'up', after: null },
])('%j is refused before the database is asked', async (wanted) => {
  const deps = fakeDeps();
  expect((await ask(deps, wanted)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
