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
import { RequestError } from '../../request-error.ts';

const handle = callOf('send-manager-code');

const send = async (deps: FakeDeps, body: unknown = {}) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

test("a code is counted, stored, mailed to the manager's own address, and only then recorded as sent", async () => {
  const deps = fakeDeps();
  const response = await send(deps);
  const answer = await response.json();
  expect(answer).toEqual({
    codeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    expiresAt: '2026-11-21T12:10:00.123Z',
    validForSeconds: 420,
    resendAfterSeconds: 20,
    maxAttempts: 3,
  });
  expect(deps.calls).toEqual(['takeAttempt', 'takeAttempt', 'startManagerCode', 'finishManagerCodeMail']);
  const [mail] = deps.mails;
  expect(mail?.to).toBe(FAKE_SESSION.rep.email);
  const code = /^ {4}([1-9]\d{5})$/m.exec(mail?.text ?? '')?.[1] ?? 'none';
  expect(mail?.html).toContain(code);
  expect(mail?.text).toContain('valid for 7 minutes');
  expect(`${mail?.subject}${JSON.stringify(answer)}${JSON.stringify(deps.entries)}`).not.toContain(code);
});

test('without a mail transport the manager gets no code, and the code is void', async () => {
  const finished: boolean[] = [];
  const deps = fakeDeps({
    mail: { kind: 'test' },
    database: {
      finishManagerCodeMail: async (_, isSent) => {
        finished.push(isSent);
      },
    },
  });
  const response = await send(deps);
  expect([response.status, finished, deps.mails]).toEqual([503, [false], []]);
  expect(await response.text()).not.toMatch(/\b\d{6}\b/);
});

test('when the mail server refuses the code, the code is void', async () => {
  const finished: boolean[] = [];
  const deps = fakeDeps({
    mail: { send: () => Promise.reject(new Error('550 no')) },
    database: {
      finishManagerCodeMail: async (_, isSent) => {
        finished.push(isSent);
      },
    },
  });
  expect([(await send(deps)).status, finished]).toEqual([503, [false]]);
});

test('nothing is sent when it cannot be counted', async () => {
  const deps = fakeDeps({ database: { takeAttempt: () => Promise.reject(new Error('down')) } });
  expect((await send(deps)).status).toBe(503);
  expect([deps.calls, deps.mails]).toEqual([['takeAttempt'], []]);
});

test.each([
  ['manager-code:rep:', []],
  ['manager-code:rep-day:', ['manager-code:rep:']],
])('a code that the limit %s refuses is not sent, and no other limit counts it', async (full, counted) => {
  const givenBack: string[] = [];
  const deps = fakeDeps({
    database: {
      takeAttempt: async (bucket) => ({ allowed: !bucket.startsWith(full), retry_after_seconds: 4000 }),
      giveBackAttempt: async (bucket) => {
        givenBack.push(bucket);
      },
    },
  });
  const response = await send(deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '4000']);
  expect(givenBack).toEqual(counted.map((name) => `${name}${FAKE_SESSION.rep.id}`));
  expect([deps.calls.includes('startManagerCode'), deps.mails]).toEqual([false, []]);
});

function settled<T>(answer: T | RequestError): T {
  if (answer instanceof RequestError) throw answer;
  return answer;
}

type Started = Awaited<ReturnType<FunctionDatabase['startManagerCode']>>;

test.each<[string, Started | RequestError, number]>([
  ['a session that has ended', new RequestError('unauthenticated', 'Please sign in'), 401],
  ['a representative who is not a manager', new RequestError('forbidden', 'Not for you'), 403],
  ['a second code within 30 seconds', { outcome: 'too_soon', retry_after_seconds: 12 }, 429],
])('%s is refused, mails nothing, and is not counted', async (_, started, status) => {
  const deps = fakeDeps({ database: { startManagerCode: async () => settled(started) } });
  expect((await send(deps)).status).toBe(status);
  expect(deps.calls).toEqual([
    'takeAttempt',
    'takeAttempt',
    'startManagerCode',
    'giveBackAttempt',
    'giveBackAttempt',
  ]);
  expect(deps.mails).toEqual([]);
});

test('an unknown field and a caller without a token cause no call to the database', async () => {
  const deps = fakeDeps();
  expect((await send(deps, { email: 'eve@evil.example' })).status).toBe(400);
  expect((await handle(jsonRequest({}), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
