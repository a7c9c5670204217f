import { expect, test } from 'vitest';
import { connectDatabase } from './database.ts';
import { DatabaseError } from './database-call.ts';

const ORIGIN = { ipAddress: null, userAgent: null };

/** The database's answers in their order, and how often it was asked. */
function answering(...answers: [status: number, body: unknown][]) {
  const asked: string[] = [];
  const database = connectDatabase('http://database.example', 'secret', {
    timeoutMs: 5_000,
    fetch: async (input) => {
      asked.push(String(input));
      const [status, body] = answers[asked.length - 1] ?? [500, {}];
      return Response.json(body, { status });
    },
  })();
  const revoke = () => database.ask('revoke_access', { sessionId: 's', body: {}, ...ORIGIN });
  return { asked, revoke };
}

const DEADLOCK: [number, unknown] = [500, { code: '40P01', message: 'deadlock detected' }];
const DONE: [number, unknown] = [200, { outcome: 'done' }];

test('a call that was rolled back for another one is made again', async () => {
  const { asked, revoke } = answering(DEADLOCK, [500, { code: '40001' }], DONE);
  expect(await revoke()).toEqual({ outcome: 'done' });
  expect(asked).toHaveLength(3);
});

test('not for ever: then the answer is to try again later', async () => {
  const { asked, revoke } = answering(DEADLOCK, DEADLOCK, DEADLOCK, DONE);
  const error = await revoke().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ code: '40P01', isUnavailable: true });
  expect(asked).toHaveLength(3);
});

test.each([
  // It may have been committed, so only the caller can know whether to ask again.
  [503, 'PGRST003', true],
  // It has waited long enough.
  [500, '55P03', true],
  [500, '57014', true],
  // A fault of ours. To try again would not help.
  [500, 'XX000', false],
  // Regression: these were 400, and no log told of them. A procedure refuses a request's values by 22023.
  [400, '22P02', false],
  [400, '22007', false],
  [400, '22012', false],
])('%i %s is not made again', async (status, code, isUnavailable) => {
  const { asked, revoke } = answering([status, { code }], DONE);
  await expect(revoke()).rejects.toMatchObject({ code, isUnavailable });
  expect(asked).toHaveLength(1);
});

test.each([
  ['PT401', 401, {}],
  ['PT403', 403, {}],
  ['PT404', 404, {}],
  ['PT409', 409, {}],
  ['PT400', 400, { fields: { from: 'In words' } }],
  ['PT429', 429, { retryAfterSeconds: 12 }],
])('%s is a refusal in the words of the procedure, and is not made again', async (code, status, details) => {
  const details_ = { PT400: 'from', PT429: '12' }[code] ?? null;
  const body = { code, message: 'In words', details: details_ };
  const { asked, revoke } = answering([status, body], DONE);
  await expect(revoke()).rejects.toMatchObject({
    name: 'RequestError',
    status,
    message: 'In words',
    details,
  });
  expect(asked).toHaveLength(1);
});

test('a value that a procedure refuses to read is refused without repeating it', async () => {
  const { asked, revoke } = answering([400, { code: '22023', message: 'unknown field: "Ada"' }], DONE);
  const error = await revoke().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
  expect(String(error)).not.toContain('Ada');
  expect(asked).toHaveLength(1);
});
