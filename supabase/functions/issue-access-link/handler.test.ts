import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../_shared/database.ts';
import { FAKE_CUSTOMER_SESSION, fakeDeps, jsonRequest, repAuthorization } from '../_shared/fake-deps.ts';
import { handle } from './handler.ts';

const BODY = { verificationId: '00000000-0000-4000-8000-00000000000A', code: '123456' };

async function issue(database: Partial<FunctionDatabase> = {}, body: unknown = BODY) {
  const seen: Parameters<FunctionDatabase['checkVerificationCode']>[0][] = [];
  const fake = fakeDeps();
  const deps = fakeDeps({
    database: {
      checkVerificationCode: async (attempt) => {
        seen.push(attempt);
        return fake.database.checkVerificationCode(attempt);
      },
      ...database,
    },
  });
  const response = await handle(jsonRequest(body, await repAuthorization(deps)), deps);
  return { deps, response, answer: await response.json(), seen };
}

test('answers with a token of 32 random bytes, another each time, and hands over hashes only', async () => {
  const { answer, seen, deps } = await issue();
  expect(answer).toEqual({
    customerId: FAKE_CUSTOMER_SESSION.customer.id,
    token: expect.stringMatching(/^[\w-]{43}$/),
    expiresAt: '2026-11-23T12:00:00.123Z',
    validForSeconds: 259_200,
  });
  expect(seen[0]).toMatchObject({
    verificationId: BODY.verificationId.toLowerCase(),
    codeHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify([seen, deps.entries])).not.toMatch(new RegExp(`"123456"|${answer.token}`));
  expect((await issue()).answer.token).not.toBe(answer.token);
});

test('with a key the token is the same each time, and another for any other key or verification', async () => {
  const token = async (changes: object) => (await issue({}, { ...BODY, ...changes })).answer.token;
  const idempotencyKey = 'a-key-of-the-browser_0123';
  const tokens = [
    await token({ idempotencyKey }),
    await token({ idempotencyKey: `${idempotencyKey}4` }),
    await token({ idempotencyKey, verificationId: '00000000-0000-4000-8000-00000000000b' }),
  ];
  expect(new Set(tokens).size).toBe(3);
  for (const one of tokens) expect(one).toMatch(/^[\w-]{43}$/);
  expect(await token({ idempotencyKey })).toBe(tokens[0]);
});

test('makes the same calls for an unknown id as for a wrong code', async () => {
  const refused = { checkVerificationCode: async () => ({ outcome: 'refused' as const }) };
  const wrong = await issue(refused);
  const unknown = await issue({ ...refused, findVerificationEmail: async () => null });
  expect(unknown.deps.calls).toEqual(['findVerificationEmail', 'checkVerificationCode']);
  expect(wrong.deps.calls).toEqual(unknown.deps.calls);
  const { correlationId: a, ...first } = wrong.answer.error;
  const { correlationId: b, ...second } = unknown.answer.error;
  expect([wrong.response.status, first]).toEqual([unknown.response.status, second]);
});

test('binds the code to address and id: any other gives another hash', async () => {
  const hash = async (database: Partial<FunctionDatabase>, body: unknown = BODY) =>
    (await issue(database, body)).seen[0]?.codeHash;
  const hashes = [
    await hash({}),
    await hash({ findVerificationEmail: async () => 'eve@engine.example' }),
    await hash({}, { ...BODY, verificationId: '00000000-0000-4000-8000-00000000000b' }),
    await hash({}, { ...BODY, code: '123457' }),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(await hash({})).toBe(hashes[0]);
});

test.each([
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['refused', 400],
] as const)('%s is %i, without a token', async (outcome, status) => {
  const { response, answer } = await issue({ checkVerificationCode: async () => ({ outcome }) });
  expect([response.status, answer.token]).toEqual([status, undefined]);
});
