import { expect, test } from 'vitest';
import { BRAND } from '../../../../../shared/src/brand/brand.ts';
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

const handle = callOf('send-verification');

const send = async (deps: FakeDeps, body: unknown = { email: 'Ada@Engine.example', name: '<b>Ada</b>' }) =>
  handle(jsonRequest(body, await repAuthorization(deps)), deps);

test('a code is counted and stored, then mailed, and only then recorded as sent', async () => {
  const deps = fakeDeps();
  const response = await send(deps);
  expect(await response.json()).toEqual({
    verificationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...CODE_TERMS,
  });
  expect(deps.calls).toEqual(['startVerification', 'finishVerificationMail']);
  const [mail] = deps.mails;
  expect(mail).toMatchObject({ to: 'ada@engine.example', replyTo: 'rep@corvane.example' });
  expect(mail?.text).toMatch(/^ {4}[1-9]\d{5}$/m);
  expect(mail?.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  expect(mail?.text).toContain('valid for 7 minutes');
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(JSON.stringify(deps.entries)).not.toMatch(new RegExp(`${code}|engine\\.example`));
});

test('the mail says whose prices they are, and who sends the code', async () => {
  const deps = fakeDeps({
    database: {
      startVerification: async ({ verificationId }) => ({
        outcome: 'started',
        rep: { ...FAKE_SESSION.actor.rep, name: 'Zoë "Z" <O\'Neil>' },
        answer: { verificationId, ...CODE_TERMS },
      }),
    },
  });
  await send(deps);
  const [mail] = deps.mails;
  expect(mail?.subject).toBe(`Your ${BRAND.name} verification code from Zoë "Z" <O'Neil>`);
  expect(mail?.text).toContain(`Zoë "Z" <O'Neil> wants to show you ${BRAND.name} prices.`);
  expect(mail?.text).toContain(`Zoë "Z" <O'Neil>, ${BRAND.name}\n`);
  // The brand is the sender. The site's address is not a name.
  expect(mail?.text).not.toContain('www.corvane.example');
  expect(mail?.html).toContain('Zoë &quot;Z&quot; &lt;O&#39;Neil&gt;');
  expect(mail?.html).not.toContain('<O');
});

test('the answer never holds the code when mail is sent; in test mode it does, and nothing is mailed', async () => {
  for (const kind of ['smtp', 'resend'] as const)
    expect(await (await send(fakeDeps({ mail: { kind } }))).json()).not.toHaveProperty('verificationCode');
  const deps = fakeDeps({ mail: { kind: 'test' } });
  expect((await (await send(deps)).json()).verificationCode).toMatch(/^[1-9]\d{5}$/);
  expect(deps.mails).toEqual([]);
});

test.each([
  ['refuses the code', 550, false],
  // It may have the mail, so the attempt stays counted.
  ['does not answer', undefined, null],
])(
  'when the mail server %s, the code is void, and the answer does not quote the server',
  async (_what, responseCode, isSent) => {
    const failure = Object.assign(new Error('550 ada@engine.example is unknown'), { responseCode });
    const finished: unknown[] = [];
    const deps = fakeDeps({
      database: {
        finishVerificationMail: async (_, isSent) => {
          finished.push(isSent);
        },
      },
      mail: { send: () => Promise.reject(failure) },
    });
    const response = await send(deps);
    expect([response.status, response.headers.get('retry-after'), finished]).toEqual([503, '30', [isSent]]);
    expect(JSON.stringify([await response.json(), deps.entries])).not.toMatch(/550 |engine|unknown/);
  },
);

test('all spellings of a mailbox count as one, and the mail goes to the typed one', async () => {
  const counted = new Set<string>();
  const fake = fakeDeps();
  for (const email of ['victim@mail.example', 'Victim+1@mail.example', 'vic.tim@Mail.example']) {
    const deps = fakeDeps({
      database: {
        startVerification: async (verification) => {
          counted.add(verification.mailboxHash);
          return fake.database.startVerification(verification);
        },
      },
    });
    await send(deps, { email });
    expect(deps.mails[0]?.to).toBe(email.toLowerCase());
  }
  expect([...counted]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test('a name or company with line breaks becomes one line, in the row and in the mail', async () => {
  const kept: unknown[] = [];
  const forged = 'Ada\r\n\r\n    111111\u2028\u202Eevil\u001b[2J';
  const deps = fakeDeps({
    database: {
      startVerification: async ({ verificationId, name, company }) => {
        kept.push(name, company);
        return {
          outcome: 'started',
          rep: { ...FAKE_SESSION.actor.rep, name: forged },
          answer: { verificationId, ...CODE_TERMS },
        };
      },
    },
  });
  await send(deps, { email: 'ada@engine.example', name: forged, company: forged });
  const line = 'Ada     111111 evil [2J';
  expect(kept).toEqual([line, line]);
  const text = deps.mails[0]?.text ?? '';
  expect(text.match(/^ {4}\d{6}$/gm)).toHaveLength(1);
  expect(text).toContain(`${line} wants to show you Corvane prices`);
  expect(`${text}${deps.mails[0]?.html}`).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Cf}]/u);
});

type Started = Awaited<ReturnType<FunctionDatabase['startVerification']>>;

test.each<[string, () => Promise<Started>, number, string | null]>([
  ['a session that has ended', () => Promise.reject(refusalOf('PT401', 'Please sign in', null)), 401, null],
  ["another representative's customer", async () => ({ outcome: 'forbidden' }), 403, null],
  ['one too many', () => Promise.reject(refusalOf('PT429', 'Please wait', '12')), 429, '12'],
  [
    'one that cannot be counted',
    () => Promise.reject(new DatabaseError('start_verification', '', 0)),
    503,
    '5',
  ],
])('%s is refused and mails nothing', async (_, startVerification, status, wait) => {
  const deps = fakeDeps({ database: { startVerification } });
  const response = await send(deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, wait]);
  expect([deps.mails, deps.calls]).toEqual([[], ['startVerification']]);
});

test('a caller without a token causes no call to the database', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({ email: 'ada@engine.example' }), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
