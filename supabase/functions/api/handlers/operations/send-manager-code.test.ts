import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { DatabaseError, refusalOf } from '../../database/database-call.ts';
import {
  CODE_TERMS,
  callOf,
  FAKE_SESSION,
  type FakeDeps,
  fakeDeps,
  jsonRequest,
  repAuthorization,
} from '../../fake-deps.ts';

const handle = callOf('send-manager-code');

const send = async (deps: FakeDeps, body: unknown = {}) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

test("a code is counted and stored, then mailed to the manager's own address, and only then recorded as sent", async () => {
  const deps = fakeDeps();
  const response = await send(deps);
  const answer = await response.json();
  expect(answer).toEqual({
    codeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...CODE_TERMS,
  });
  expect(deps.calls).toEqual(['startManagerCode', 'finishManagerCodeMail']);
  const [mail] = deps.mails;
  expect(mail?.to).toBe(FAKE_SESSION.actor.rep.email);
  const code = /^ {4}([1-9]\d{5})$/m.exec(mail?.text ?? '')?.[1] ?? 'none';
  expect(mail?.html).toContain(code);
  expect(mail?.text).toContain('valid for 7 minutes');
  expect(`${mail?.subject}${JSON.stringify(answer)}${JSON.stringify(deps.entries)}`).not.toContain(code);
});

test('without a mail transport the manager gets no code, and none is counted', async () => {
  const deps = fakeDeps({ mail: { kind: 'test' } });
  const response = await send(deps);
  expect([response.status, deps.calls, deps.mails]).toEqual([503, [], []]);
  expect(await response.text()).not.toMatch(/\b\d{6}\b/);
});

test('when the mail server refuses the code, the code is void', async () => {
  const finished: unknown[] = [];
  const deps = fakeDeps({
    mail: { send: () => Promise.reject(Object.assign(new Error('550 no'), { responseCode: 550 })) },
    database: {
      finishManagerCodeMail: async (_, isSent) => {
        finished.push(isSent);
      },
    },
  });
  expect([(await send(deps)).status, finished]).toEqual([503, [false]]);
});

type Started = ReturnType<FunctionDatabase['startManagerCode']>;

test.each<[string, () => Started, number]>([
  ['a session that has ended', () => Promise.reject(refusalOf('PT401', 'Please sign in', null)), 401],
  [
    'a representative who is not a manager',
    () => Promise.reject(refusalOf('PT403', 'Not for you', null)),
    403,
  ],
  ['one too many', () => Promise.reject(refusalOf('PT429', 'Please wait', '12')), 429],
  ['one that cannot be counted', () => Promise.reject(new DatabaseError('start_manager_code', '', 0)), 503],
])('%s is refused and mails nothing', async (_, startManagerCode, status) => {
  const deps = fakeDeps({ database: { startManagerCode } });
  expect((await send(deps)).status).toBe(status);
  expect([deps.mails, deps.calls]).toEqual([[], ['startManagerCode']]);
});

test('an unknown field and a caller without a token cause no call to the database', async () => {
  const deps = fakeDeps();
  expect((await send(deps, { email: 'eve@evil.example' })).status).toBe(400);
  expect((await handle(jsonRequest({}), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
