import { describe, expect, test } from 'vitest';
import type { CheckedCode } from '../../database/access-calls.ts';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, FAKE_CUSTOMER_SESSION, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('issue-access-link');

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

test('the answer holds a new token of 32 random bytes, and the database receives only hashes', async () => {
  const { answer, seen, deps } = await issue();
  expect(answer).toEqual({
    customerId: FAKE_CUSTOMER_SESSION.actor.customer.id,
    token: expect.stringMatching(/^[\w-]{43}$/),
    expiresAt: '2026-11-23T12:00:00.123456+00:00',
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

test('the same key gives the same token; any other key or verification gives another', async () => {
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

test('an unknown id causes the same calls as a wrong code', async () => {
  const refused = { checkVerificationCode: async () => ({ outcome: 'refused' as const }) };
  const wrong = await issue(refused);
  const unknown = await issue({ ...refused, findVerificationEmail: async () => null });
  expect(unknown.deps.calls).toEqual(['findVerificationEmail', 'checkVerificationCode']);
  expect(wrong.deps.calls).toEqual(unknown.deps.calls);
  const { correlationId: a, ...first } = wrong.answer.error;
  const { correlationId: b, ...second } = unknown.answer.error;
  expect([wrong.response.status, first]).toEqual([unknown.response.status, second]);
});

test('the code is bound to address and id: any other gives another hash', async () => {
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
  ['forbidden', 403],
  ['refused', 400],
] as const)('%s is %i, without a token', async (outcome, status) => {
  const { response, answer } = await issue({ checkVerificationCode: async () => ({ outcome }) });
  expect([response.status, answer.token]).toEqual([status, undefined]);
});

describe('the link by mail', () => {
  const MAILED = { ...BODY, idempotencyKey: 'a-key-of-the-browser_0123', mailLink: true };

  async function mail(overrides: Parameters<typeof fakeDeps>[0] = {}, body: unknown = MAILED) {
    const deps = fakeDeps(overrides);
    const response = await handle(jsonRequest(body, await repAuthorization(deps)), deps);
    return { deps, answer: await response.json() };
  }

  test('goes to the verified address, in the name of the brand and the representative', async () => {
    const { deps, answer } = await mail();
    expect(answer.mail).toBe('sent');
    expect(deps.mails).toHaveLength(1);
    const [sent] = deps.mails;
    expect(sent).toMatchObject({
      to: 'ada@engine.example',
      replyTo: 'rep@corvane.example',
      subject: 'Your access to Corvane pricing',
    });
    expect(sent?.text).toContain(`https://www.corvane.example/comparison?access=${answer.token}`);
    expect(sent?.text).toContain('72 hours');
    expect(sent?.text).toContain('Hello Ada,');
    // The link is the secret. Only the mail and the answer contain it.
    expect(JSON.stringify(deps.entries)).not.toMatch(new RegExp(`${answer.token}|engine\\.example`));
  });

  test('is counted by the mailbox, and only when it is asked for and can be sent', async () => {
    const hashOf = async (body: object, overrides: Parameters<typeof fakeDeps>[0] = {}) => {
      const seen: unknown[] = [];
      const fake = fakeDeps();
      await mail(
        {
          ...overrides,
          database: {
            ...overrides?.database,
            checkVerificationCode: async (attempt) => {
              seen.push(attempt.linkMailHash);
              return fake.database.checkVerificationCode(attempt);
            },
          },
        },
        body,
      );
      return seen;
    };
    expect(await hashOf(MAILED)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await hashOf({ ...MAILED, mailLink: false })).toEqual([null]);
    expect(await hashOf(MAILED, { mail: { kind: 'test' } })).toEqual([null]);
    const findVerificationEmail = async () => 'a@b.example, c@d.example';
    expect(await hashOf(MAILED, { database: { findVerificationEmail } })).toEqual([null]);
  });

  test('is the same link when the request is repeated with the mail', async () => {
    const first = await mail({}, { ...MAILED, mailLink: false });
    expect([first.answer.mail, first.deps.mails]).toEqual([undefined, []]);
    expect((await mail()).answer.token).toBe(first.answer.token);
  });

  test('escapes names in HTML, and keeps them on one line of the header', async () => {
    const fake = fakeDeps();
    const customer = {
      name: '<b>Ada</b>',
      rep: { name: 'R\r\nBcc: x@y.example', email: 'rep@corvane.example' },
    };
    const { deps } = await mail({
      database: {
        checkVerificationCode: async (attempt) =>
          ({
            ...(await fake.database.checkVerificationCode(attempt)),
            ...customer,
          }) as CheckedCode,
      },
    });
    expect(deps.mails[0]?.html).not.toContain('<b>Ada');
    expect(deps.mails[0]?.text).not.toContain('\nBcc');
  });

  test.each([
    ['no mail server is configured', { mail: { kind: 'test' as const } }, 'not_configured'],
    ['the mail server refuses', { mail: { send: () => Promise.reject(new Error('no')) } }, 'failed'],
    [
      'the address has reached its limit',
      {
        database: {
          checkVerificationCode: async (attempt) => ({
            ...((await fakeDeps().database.checkVerificationCode(attempt)) as CheckedCode & {
              outcome: 'issued';
            }),
            mailable: false,
          }),
        },
      },
      'limited',
    ],
  ] satisfies [string, Parameters<typeof fakeDeps>[0], string][])(
    'is not sent when %s, and the answer still has the link',
    async (_when, overrides, state) => {
      const { deps, answer } = await mail(overrides);
      expect([answer.mail, deps.mails]).toEqual([state, []]);
      expect(answer.token).toMatch(/^[\w-]{43}$/);
    },
  );

  test('is not sent for a wrong code', async () => {
    const { deps } = await mail({
      database: { checkVerificationCode: async () => ({ outcome: 'refused' }) },
    });
    expect(deps.mails).toEqual([]);
  });
});
