import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  issueAccessLinkResponseSchema,
  sendVerificationResponseSchema,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import {
  ACCESS_LINK_LIFE_SECONDS,
  ATTEMPT_LIMITS,
  CODE_MAX_ATTEMPTS,
  CODE_RESEND_PAUSE_SECONDS,
  CODES_KEPT_DAYS,
} from '../../../shared/src/contracts/backend/terms.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { issueLink, letPausePass, mailedCode, qualify, sendCode, wrongCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let repA: string;
let repB: string;

beforeAll(async () => {
  api = await startTestBackend();
  const tokens = await layBait(api);
  repA = tokens['rep A'] ?? '';
  repB = tokens['rep B'] ?? '';
});

afterAll(() => api.close());

const address = () => `${crypto.randomUUID()}@engine.example`;
const REFUSED = {
  status: 400,
  code: 'invalid_request',
  message: 'The verification code is incorrect',
  fields: { code: 'The verification code is incorrect' },
};
const shapeOf = ({ status, body }: { status: number; body: { error: Record<string, unknown> } }) => {
  const { correlationId: _, ...error } = body.error;
  return { status, ...error };
};
/** Another test covers rate limits. They would disturb this one. */
const forgetLimits = () => api.sql('delete from private.rate_limit_counters');

describe('sending a code', () => {
  test('mails it to the customer in text and HTML, answers without it, and stores only a hash', async () => {
    const email = address();
    const answer = await sendCode(api, repA, email.toUpperCase());
    const { verificationId, expiresAt } = sendVerificationResponseSchema.parse(answer.body);
    expect(answer.body).not.toHaveProperty('verificationCode');
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000);

    const [mail] = (await api.call('/_inbox/messages.json')).body;
    const code = await mailedCode(api, email);
    expect(mail).toMatchObject({ to: [email], replyTo: 'a@bait.example' });
    expect(mail.subject).not.toContain(code);
    expect(mail.html).toContain(code);
    expect(mail.text).toContain('Rep A');

    const [row] = await api.sql<{ text: string }>(
      'select v::text as text from private.verification_codes v where id = $1',
      [verificationId],
    );
    expect(row?.text).toContain(email);
    expect(row?.text.replaceAll(/[0-9a-f]{64}/g, '')).not.toContain(code);
    expect(api.log.join('\n')).not.toMatch(new RegExp(`\\b${code}\\b|${email}`));
  });

  test('a second one within the pause is refused with the time left, even at the same moment', async () => {
    const email = address();
    const answers = await Promise.all([sendCode(api, repA, email), sendCode(api, repA, email)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429]);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.error.code).toBe('rate_limited');
    expect(refused?.body.error.retryAfterSeconds).toBeGreaterThan(CODE_RESEND_PAUSE_SECONDS - 10);
    expect(refused?.body.error.retryAfterSeconds).toBeLessThanOrEqual(CODE_RESEND_PAUSE_SECONDS);
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.error.retryAfterSeconds));
    await letPausePass(api, email);
    expect((await sendCode(api, repA, email)).status).toBe(200);
  });

  test('is limited per customer address for all senders, and does not count unsent mails', async () => {
    const email = address();
    for (let i = 0; i < ATTEMPT_LIMITS['code:email'].attempts; i++) {
      expect((await sendCode(api, i % 2 ? repA : repB, email)).status).toBe(200);
      expect((await sendCode(api, i % 2 ? repA : repB, email)).status).toBe(429);
      await letPausePass(api, email);
    }
    const answer = await sendCode(api, repA, email);
    expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited']);
    expect(answer.body.error.retryAfterSeconds).toBeGreaterThan(30);
  });

  test('is limited per representative', async () => {
    await forgetLimits();
    const { attempts } = ATTEMPT_LIMITS['code:rep'];
    const statuses = [(await sendCode(api, repA, address())).status];
    await api.sql('update private.rate_limit_counters set attempts = $1 where bucket = $2', [
      attempts - 2,
      `code:rep:${BAIT.rep.A}`,
    ]);
    for (let i = 0; i < 4; i++) statuses.push((await sendCode(api, repA, address())).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await sendCode(api, repB, address())).status).toBe(200);
    await forgetLimits();
  });

  test('is limited per representative and day, also when no short window is full', async () => {
    const name = 'code:rep-day';
    const { attempts } = ATTEMPT_LIMITS[name];
    await forgetLimits();
    expect((await sendCode(api, repA, address())).status).toBe(200);
    await api.sql('update private.rate_limit_counters set attempts = $1 where bucket = $2', [
      attempts - 1,
      `${name}:${BAIT.rep.A}`,
    ]);
    expect((await sendCode(api, repA, address())).status).toBe(200);
    const refused = await sendCode(api, repA, address());
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.error.retryAfterSeconds).toBeGreaterThan(23 * 3600);
    expect((await sendCode(api, repB, address())).status).toBe(200);
    await api.sql('update private.rate_limit_counters set window_ends_at = now() where bucket = $1', [
      `${name}:${BAIT.rep.A}`,
    ]);
    expect((await sendCode(api, repA, address())).status).toBe(200);
    await forgetLimits();
  });

  test('is limited per customer address and day, also when no short window is full', async () => {
    const name = 'code:email-day';
    const { attempts } = ATTEMPT_LIMITS[name];
    await forgetLimits();
    const email = address();
    const sendLater = async (token: string) => {
      await letPausePass(api, email);
      await api.sql('delete from private.rate_limit_counters where bucket like any (array[$1, $2])', [
        'code:rep:%',
        'code:email:%',
      ]);
      return sendCode(api, token, email);
    };
    expect((await sendLater(repA)).status).toBe(200);
    await api.sql('update private.rate_limit_counters set attempts = $1 where bucket like $2', [
      attempts - 1,
      `${name}:%`,
    ]);
    expect((await sendLater(repB)).status).toBe(200);
    const refused = await sendLater(repA);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.error.retryAfterSeconds).toBeGreaterThan(23 * 3600);
    expect((await sendCode(api, repA, address())).status).toBe(200);
    await forgetLimits();
  });

  test("for another representative's customer is forbidden before anything is mailed", async () => {
    const before = (await api.call('/_inbox/messages.json')).body.length;
    const answer = await api.call('/functions/v1/send-verification', {
      body: { email: 'TWO@bait.example' },
      token: repA,
      ip: '198.51.100.7',
      headers: { 'user-agent': 'Browser/1' },
    });
    expect(shapeOf(answer)).toEqual({
      status: 403,
      code: 'forbidden',
      message: 'This customer already belongs to another representative.',
    });
    expect((await api.call('/_inbox/messages.json')).body).toHaveLength(before);
    expect(
      await api.sql(
        `select sales_rep_id, qualified_lead_id, ip_address, user_agent
         from public.audit_events where event = 'code_refused'`,
      ),
    ).toEqual([
      {
        ...{ sales_rep_id: BAIT.rep.A, qualified_lead_id: BAIT.customer.B },
        ...{ ip_address: '198.51.100.7', user_agent: 'Browser/1' },
      },
    ]);
  });
});

describe('a correct code', () => {
  test('gives a link that lives as long as the terms say, once, and keeps only the hash of its token', async () => {
    const email = address();
    const { verificationId } = (await sendCode(api, repA, email)).body;
    const code = await mailedCode(api, email);
    const answer = await issueLink(api, repA, verificationId.toUpperCase(), code);
    const link = issueAccessLinkResponseSchema.parse(answer.body);
    expect(link.token).toMatch(/^[\w-]{43}$/);
    expect(Math.abs(Date.parse(link.expiresAt) - Date.now() - ACCESS_LINK_LIFE_SECONDS * 1000)).toBeLessThan(
      60_000,
    );
    const [customer] = await api.sql<{ text: string }>(
      `select l::text as text from public.qualified_leads l
       where id = $1 and email = $2 and qualified_by = $3 and name = 'Ada' and company = 'Engines'
         and access_token_hash = encode(sha256(convert_to($4, 'UTF8')), 'hex') and not has_accessed and is_active`,
      [link.customerId, email, BAIT.rep.A, link.token],
    );
    expect(customer?.text).not.toContain(link.token);
    expect(shapeOf(await issueLink(api, repA, verificationId, code))).toEqual(REFUSED);
  });

  test('used twenty times at once gives exactly one link', async () => {
    const email = address();
    const { verificationId } = (await sendCode(api, repA, email)).body;
    const code = await mailedCode(api, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => issueLink(api, repA, verificationId, code)),
    );
    const issued = answers.filter((answer) => answer.status === 200);
    expect(issued).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(shapeOf(answer)).toEqual(REFUSED);
    await api.openLink(issued[0]?.body.token);
  });

  test('for a customer with a link replaces the link and ends its sessions', async () => {
    const first = await qualify(api, repA);
    const session = await api.openLink(first.token);
    await letPausePass(api, first.email);
    const second = await qualify(api, repA, first.email);
    expect(second.customerId).toBe(first.customerId);
    const prices = await api.rpc('get_plan_prices', {}, session.grant.sessionToken);
    expect(prices.status).toBe(401);
    expect((await api.call('/functions/v1/sign-in-customer', { body: { token: first.token } })).status).toBe(
      401,
    );
    await api.openLink(second.token);
  });

  test("does not take over a customer who has become another representative's", async () => {
    const email = address();
    const { verificationId } = (await sendCode(api, repB, email)).body;
    const code = await mailedCode(api, email);
    const owner = await qualify(api, repA, email);
    const answer = await issueLink(api, repB, verificationId, code);
    expect(shapeOf(answer)).toEqual({
      status: 403,
      code: 'forbidden',
      message: 'This customer already belongs to another representative.',
    });
    const { grant } = await api.openLink(owner.token);
    expect(grant.actor).toMatchObject({ kind: 'customer', customer: { repName: 'Rep A' } });
  });
});

describe('is refused with the same answer', () => {
  async function fresh() {
    await forgetLimits();
    const email = address();
    const { verificationId } = (await sendCode(api, repA, email)).body;
    return { email, verificationId, code: await mailedCode(api, email) };
  }

  test("a wrong code, an unknown id, and another representative's", async () => {
    const { verificationId, code } = await fresh();
    const answers = [
      await issueLink(api, repA, verificationId, wrongCode(code)),
      await issueLink(api, repA, crypto.randomUUID(), code),
      await issueLink(api, repB, verificationId, code),
    ];
    for (const answer of answers) expect(shapeOf(answer)).toEqual(REFUSED);
    expect(new Set(answers.map((answer) => [...answer.headers.keys()].sort().join()))).toHaveProperty(
      'size',
      1,
    );
    // The other representative's attempt was not counted.
    expect(
      await api.sql('select attempts from private.verification_codes where id = $1', [verificationId]),
    ).toEqual([{ attempts: 1 }]);
    expect((await issueLink(api, repA, verificationId, code)).status).toBe(200);
  });

  test('one that was voided by a later one, which itself is good', async () => {
    const first = await fresh();
    await letPausePass(api, first.email);
    const { verificationId } = (await sendCode(api, repA, first.email)).body;
    expect(shapeOf(await issueLink(api, repA, first.verificationId, first.code))).toEqual(REFUSED);
    expect((await issueLink(api, repA, verificationId, await mailedCode(api, first.email))).status).toBe(200);
  });

  test('one that has expired', async () => {
    const { verificationId, code } = await fresh();
    await api.sql('update private.verification_codes set expires_at = now() where id = $1', [verificationId]);
    expect(shapeOf(await issueLink(api, repA, verificationId, code))).toEqual(REFUSED);
  });

  test('one whose row was given another address or another id', async () => {
    const { verificationId, code } = await fresh();
    await api.sql(`update private.verification_codes set email = 'mallory@engine.example' where id = $1`, [
      verificationId,
    ]);
    expect(shapeOf(await issueLink(api, repA, verificationId, code))).toEqual(REFUSED);
    const moved = await fresh();
    const id = crypto.randomUUID();
    await api.sql('update private.verification_codes set id = $1 where id = $2', [id, moved.verificationId]);
    expect(shapeOf(await issueLink(api, repA, id, moved.code))).toEqual(REFUSED);
  });

  test('of hundreds of simultaneous wrong codes only five are compared, and the correct one is refused afterwards', async () => {
    const { verificationId, code } = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, i) => issueLink(api, repA, verificationId, wrongCode(code, i + 1))),
    );
    for (const answer of answers) expect(shapeOf(answer)).toEqual(REFUSED);
    expect(shapeOf(await issueLink(api, repA, verificationId, code))).toEqual(REFUSED);
    expect(
      await api.sql('select attempts, used_at from private.verification_codes where id = $1', [
        verificationId,
      ]),
    ).toEqual([{ attempts: CODE_MAX_ATTEMPTS, used_at: null }]);
    expect(
      await api.sql(
        `select count(*) filter (where (detail ->> 'wasCompared')::boolean)::int as compared, count(*)::int as n
         from public.audit_events where event = 'code_failed' and detail ->> 'verificationId' = $1`,
        [verificationId],
      ),
      // Of those that were not compared, the first 200 of a day have a line, and the 256th.
    ).toEqual([{ compared: CODE_MAX_ATTEMPTS, n: CODE_MAX_ATTEMPTS + 201 }]);
  });
});

test('codes that ended longer ago than they are kept are deleted, with their names', async () => {
  await forgetLimits();
  const email = address();
  await sendCode(api, repA, email);
  await api.sql(
    `update private.verification_codes set expires_at = now() - make_interval(days => $2, hours => 1) where email = $1`,
    [email, CODES_KEPT_DAYS],
  );
  await sendCode(api, repA, address());
  expect(await api.sql('select 1 from private.verification_codes where email = $1', [email])).toEqual([]);
});

test('in test mode the code is in the answer, and works', async () => {
  const testMode = await startTestBackend({ MAIL_TRANSPORT: 'test' });
  const { grant } = await testMode.signIn(testMode.backend.demo.salesIds[0] ?? '');
  const { verificationId, verificationCode } = (await sendCode(testMode, grant.sessionToken, address())).body;
  expect(verificationCode).toMatch(/^[1-9]\d{5}$/);
  expect((await issueLink(testMode, grant.sessionToken, verificationId, verificationCode)).status).toBe(200);
  await testMode.close();
});

test('a mail server that does not answer voids the code, and says when to try again', async () => {
  const broken = await startTestBackend({ MAIL_TRANSPORT: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' });
  const { grant } = await broken.signIn(broken.backend.demo.salesIds[0] ?? '');
  const answer = await sendCode(broken, grant.sessionToken, address());
  expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await broken.sql('select voided_at is not null as void from private.verification_codes')).toEqual([
    { void: true },
  ]);
  await broken.close();
});
