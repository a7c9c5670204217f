import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import {
  callOf,
  FAKE_SESSION,
  type FakeDeps,
  fakeDeps,
  jsonRequest,
  repAuthorization,
} from '../../fake-deps.ts';
import { hashManagerCode } from '../../secrets/credential-hash.ts';

const handle = callOf('check-manager-code');

const CODE_ID = '00000000-0000-4000-8000-00000000000d';
const check = async (deps: FakeDeps, body: unknown = { codeId: CODE_ID.toUpperCase(), code: '123456' }) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

test('the code is hashed with its representative, session and id, and the answer says until when', async () => {
  const hashes: string[] = [];
  const deps = fakeDeps({
    database: {
      checkManagerCode: async ({ codeHash }) => {
        hashes.push(codeHash);
        return { outcome: 'opened', answer: { managerUntil: '2026-11-21T20:00:00.123456+00:00' } };
      },
    },
  });
  expect(await (await check(deps)).json()).toEqual({ managerUntil: '2026-11-21T20:00:00.123456+00:00' });
  const bound = { repId: FAKE_SESSION.actor.rep.id, sessionId: FAKE_SESSION.sessionId, codeId: CODE_ID };
  expect(hashes).toEqual([await hashManagerCode('123456', bound, deps.config.salesIdPepper)]);
  expect(JSON.stringify(deps.entries)).not.toContain('123456');
});

test.each<[string, Awaited<ReturnType<FunctionDatabase['checkManagerCode']>>, number]>([
  ['a wrong code', { outcome: 'refused' }, 400],
])('%s is refused', async (_, checked, status) => {
  const response = await check(fakeDeps({ database: { checkManagerCode: async () => checked } }));
  expect(response.status).toBe(status);
  if (status === 400)
    expect((await response.json()).error.fields).toEqual({ code: 'The verification code is incorrect' });
});

test.each([
  {},
  { codeId: CODE_ID, code: '12345' },
  { codeId: CODE_ID, code: 'abcdef' },
  { codeId: 'x', code: '123456' },
  { codeId: CODE_ID, code: '123456', managerUntil: '2099-01-01' },
])('%j is refused before the database is asked', async (body) => {
  const deps = fakeDeps();
  expect((await check(deps, body)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
