import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '../../../shared/src/contracts/backend/terms.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { managerToken, sendManagerCode } from '../fixtures/open-operations.ts';
import { issueLink, letPausePass, mailedCode, sendCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let rep: string;
let repB: string;

beforeAll(async () => {
  api = await startTestBackend();
  ({ 'rep A': rep = '', 'rep B': repB = '' } = await layBait(api));
});
afterAll(() => api.close());

beforeEach(() => api.sql('truncate private.rate_limit_counters'));

/** All counters but those of the trail. */
const counters = () =>
  api.sql<{ bucket: string; attempts: number }>(
    "select bucket, attempts from private.rate_limit_counters where bucket not like 'trail:%' order by bucket",
  );
/** The attempts at each limit. A test counts by one subject alone. */
const counted = async () =>
  Object.fromEntries(
    (await counters()).map(({ bucket, attempts }) => [bucket.split(':').slice(0, 2).join(':'), attempts]),
  );
/** Leaves no attempt at a limit for an hour. */
const fill = (limit: keyof typeof ATTEMPT_LIMITS, subject: string) =>
  api.sql("insert into private.rate_limit_counters values ($1, $2, now() + interval '1 hour')", [
    `${limit}:${subject}`,
    ATTEMPT_LIMITS[limit].attempts,
  ]);
/** How often each status came, of calls made at once. */
async function statusesOf(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const address = () => `${crypto.randomUUID()}@engine.example`;
const NETWORK = '198.51.100.20';
const submit = (ip = NETWORK, fields: object = {}) =>
  api.call('/functions/v1/submit-contact', {
    body: { id: crypto.randomUUID(), name: 'Ada', email: address(), company: 'E', website: 'x', ...fields },
    ip,
  });

/** An attempt at a limit of 0. It fails, so the limits are what they were. */
const refusedByNone = (attempt: string) =>
  api.sql(
    `create or replace function private.attempt_limits()
       returns table (name text, attempts integer, attempts_window interval) language sql stable set search_path = ''
       as $$ values ('none', 0, interval '1 hour') $$;
     select private.${attempt}('none', 'anyone')`,
  );

/** Regression: the first attempt of each window passed. */
test('a limit of 0 lets no attempt through', async () => {
  for (const attempt of ['count_attempt', 'refuse_when_full'])
    await expect(refusedByNone(attempt)).rejects.toMatchObject({ code: 'PT429', detail: '3600' });
});

/** Regression: 'in 1 second', as often as one asked. */
test('nor does one that had attempts before, with a counter of theirs', async () => {
  await api.sql(
    `insert into private.rate_limit_counters values ('none:anyone', 3, now() - interval '1 second')`,
  );
  for (const attempt of ['count_attempt', 'refuse_when_full'])
    await expect(refusedByNone(attempt)).rejects.toMatchObject({ code: 'PT429', detail: '3600' });
});

describe('what is rolled back is not counted', () => {
  test('a second code within the pause, a session that ended, and a code past one of the limits', async () => {
    const email = address();
    expect((await sendCode(api, rep, email)).status).toBe(200);
    const once = { 'code:rep': 1, 'code:email': 1, 'code:rep-day': 1, 'code:email-day': 1 };
    expect(await counted()).toEqual(once);
    expect((await sendCode(api, rep, email)).status).toBe(429);
    const ended = await api.signToken({ sub: BAIT.rep.A, session_id: crypto.randomUUID() });
    expect((await sendCode(api, ended, email)).status).toBe(401);
    expect(await counted()).toEqual(once);

    const [day] = (await counters()).filter(({ bucket }) => bucket.startsWith('code:email-day:'));
    await api.sql('truncate private.rate_limit_counters');
    await fill('code:email-day', day?.bucket.split(':').at(-1) ?? '');
    const refused = await sendCode(api, rep, email);
    expect([refused.status, refused.body.error.retryAfterSeconds]).toEqual([429, 3600]);
    expect(await counted()).toEqual({ 'code:email-day': ATTEMPT_LIMITS['code:email-day'].attempts });
  });

  test('a request that cannot be stored, or that the day has no room for', async () => {
    const stored = () => api.sql<{ n: number }>('select count(*)::int as n from public.contact_submissions');
    const before = await stored();
    const wrong = { id: crypto.randomUUID(), first_name: '', email: 'a@b.example' };
    await expect(
      api.sql('select public.save_contact_request($1, $2)', [wrong, NETWORK]),
    ).rejects.toMatchObject({ code: '23502' });
    expect(await counters()).toEqual([]);
    await fill('contact:day', 'all');
    // Nothing is written, not even to be taken back.
    await api.sql(`create function private.refuse_row() returns trigger language plpgsql set search_path = '' as $$
      begin
        raise exception 'A row was written';
      end $$`);
    for (const table of ['public.contact_submissions', 'private.rate_limit_counters'])
      await api.sql(`create trigger refuse_row before insert or update on ${table}
        for each row execute function private.refuse_row()`);
    const refused = await submit();
    await api.sql('drop function private.refuse_row() cascade');
    expect([refused.status, refused.body.error.retryAfterSeconds]).toEqual([429, 3600]);
    expect(await counted()).toEqual({ 'contact:day': ATTEMPT_LIMITS['contact:day'].attempts });
    expect(await stored()).toEqual(before);
  });

  test('a confirmation past a limit, with the mail to the team noted all the same', async () => {
    const finish = async () => {
      const id = crypto.randomUUID();
      await api.sql(
        `insert into public.contact_submissions (id, first_name, email, company, project_type)
         values ($1, 'Ada', 'ada@engine.example', 'E', 'contact')`,
        [id],
      );
      const [row] = await api.sql<{ confirmed: boolean }>(
        'select public.finish_contact_notification($1, true, null, $2, $3) as confirmed',
        [id, NETWORK, 'mailbox'],
      );
      const [mailed] = await api.sql<{ is: boolean }>(
        'select notified_at is not null as is from public.contact_submissions where id = $1',
        [id],
      );
      return [row?.confirmed, mailed?.is];
    };
    expect(await finish()).toEqual([true, true]);
    for (const [limit, subject] of [
      ['confirmation:ip', NETWORK],
      ['confirmation:email', 'mailbox'],
      ['confirmation:day', 'all'],
    ] as const) {
      await api.sql('truncate private.rate_limit_counters');
      await fill(limit, subject);
      expect(await finish()).toEqual([false, true]);
      expect(await counted()).toEqual({ [limit]: ATTEMPT_LIMITS[limit].attempts });
    }
  });

  test('the right sales ID and the right link', async () => {
    await api.signIn(api.backend.demo.salesIds[0] ?? '', NETWORK);
    await api.openLink(api.backend.demo.accessToken, NETWORK);
    expect(await counters()).toEqual([]);
  });
});

describe('what tells something stays counted', () => {
  test("a code for another representative's customer, a wrong sales ID and a wrong link", async () => {
    const [customer] = await api.sql<{ email: string }>(
      'select email from public.qualified_leads where id = $1',
      [BAIT.customer.B],
    );
    expect((await sendCode(api, rep, customer?.email ?? '')).status).toBe(403);
    await api.call('/functions/v1/sign-in-rep', { body: { salesId: 'WRONG' }, ip: NETWORK });
    await api.call('/functions/v1/sign-in-customer', { body: { token: 'w'.repeat(43) }, ip: NETWORK });
    expect(await counted()).toEqual({
      ...{ 'code:rep': 1, 'code:rep-day': 1 },
      ...{ 'sign-in:ip': 1, 'sign-in:id': 1, 'sign-in-customer:ip': 1 },
    });
  });

  /** Regression: 20 of them took the codes of a day from the representative whose customer it is. */
  test("what a customer's mailbox may get is as full after them as before, and they do not tell how full", async () => {
    const [customer] = await api.sql<{ email: string }>(
      'select email from public.qualified_leads where id = $1',
      [BAIT.customer.B],
    );
    const email = customer?.email ?? '';
    const others = Array.from({ length: ATTEMPT_LIMITS['code:email-day'].attempts + 1 }, () =>
      sendCode(api, rep, email),
    );
    expect(await statusesOf(others)).toEqual({ 403: others.length });
    expect((await sendCode(api, repB, email)).status).toBe(200);
    const [day] = (await counters()).filter(({ bucket }) => bucket.startsWith('code:email-day:'));
    expect(day?.attempts).toBe(1);
    await api.sql('truncate private.rate_limit_counters');
    await fill('code:email-day', day?.bucket.split(':').at(-1) ?? '');
    expect((await sendCode(api, rep, email)).status).toBe(403);
  });

  test('a batch of events on a full day', async () => {
    const batch = { composition_id: 'c', versions: { host: 'h1' }, path: '/', events: [] };
    const counts = { page: '/', source: 'direct', campaign: '', host_version: 'h1', marketing_version: 'm1' };
    await api.sql(
      `insert into private.site_event_days values (private.utc_today(), 0, 0, private.site_counts_max_per_day())`,
    );
    expect(
      await api.sql('select public.record_site_events($1, $2, $3) as kept', [
        batch,
        { ...counts, counts: ['view'] },
        NETWORK,
      ]),
    ).toEqual([{ kept: false }]);
    expect(await counted()).toEqual({ 'site-events:ip': 1 });
  });
});

/** Regression: the fifth code that failed was the last one for ten minutes, although none had been mailed. */
describe('what fails is given back', () => {
  const DEAD = { MAIL_TRANSPORT: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };
  const countedAt = (backend: TestBackend) =>
    backend.sql("select * from private.rate_limit_counters where attempts > 0 and bucket not like 'trail:%'");

  test.each([
    ['no mail server answers', DEAD],
    ['no mail is sent', { MAIL_TRANSPORT: 'test' }],
  ])("a manager's code when %s", async (_, env) => {
    const backend = await startTestBackend(env);
    const token = await managerToken(backend);
    for (let sent = 0; sent <= ATTEMPT_LIMITS['manager-code:rep'].attempts; sent += 1) {
      await backend.sql(
        'update private.manager_codes set created_at = created_at - private.code_resend_pause()',
      );
      expect((await sendManagerCode(backend, token)).status).toBe(503);
    }
    expect(await countedAt(backend)).toEqual([]);
    await backend.close();
  });

  test('codes for customers when no mail server answers, one after the other and many at once', async () => {
    const backend = await startTestBackend(DEAD);
    const { grant } = await backend.signIn(backend.backend.demo.salesIds[0] ?? '');
    const email = address();
    for (let sent = 0; sent <= ATTEMPT_LIMITS['code:email'].attempts; sent += 1) {
      await letPausePass(backend, email);
      expect((await sendCode(backend, grant.sessionToken, email)).status).toBe(503);
    }
    const { attempts } = ATTEMPT_LIMITS['code:rep'];
    const calls = Array.from({ length: attempts }, () => sendCode(backend, grant.sessionToken, address()));
    expect(await statusesOf(calls)).toEqual({ 503: attempts });
    expect(await countedAt(backend)).toEqual([]);
    await backend.close();
  });

  test.each([
    ['no mail server answers', DEAD, 'failed'],
    ['no mail is sent', { MAIL_TRANSPORT: 'test' }, 'not_configured'],
  ])('mails of a link that is extended when %s', async (_, env, mail) => {
    const backend = await startTestBackend(env);
    const { grant } = await backend.signIn(backend.backend.demo.salesIds[0] ?? '');
    const [customer] = await backend.sql<{ id: string }>(
      `insert into public.qualified_leads (email, qualified_by, access_token_hash, token_expires_at)
       select $2, s.sales_rep_id, repeat('a', 64), now() from public.sales_sessions s where s.id = $1 returning id`,
      [grant.sessionId, address()],
    );
    for (let sent = 0; sent <= ATTEMPT_LIMITS['link-mail:email'].attempts; sent += 1) {
      await backend.sql('update public.qualified_leads set token_expires_at = now()');
      const body = { customerId: customer?.id };
      const answer = await backend.call('/functions/v1/extend-access', { body, token: grant.sessionToken });
      expect(answer.body).toMatchObject({ mail });
    }
    expect(await countedAt(backend)).toEqual([]);
    await backend.close();
  });

  test('in the window in which it was counted, and in no later one', async () => {
    const give = (countedAt: string) =>
      api.sql(`select private.give_attempt_back('code:rep', 'x', ${countedAt})`);
    await api.sql("select private.count_attempt('code:rep', 'x')");
    await give("now() - interval '1 minute'");
    expect(await counted()).toEqual({ 'code:rep': 1 });
    await give('now()');
    await give('now()');
    expect(await counted()).toEqual({ 'code:rep': 0 });
  });
});

describe('of many at once, no more pass than the limit allows', () => {
  test('contact requests of one network, while another network is served', async () => {
    const { attempts } = ATTEMPT_LIMITS['contact:ip'];
    const calls = Array.from({ length: attempts + 40 }, () => submit());
    expect((await submit('198.51.100.21')).status).toBe(200);
    expect(await statusesOf(calls)).toEqual({ 200: attempts, 429: 40 });
    // Of the day, the other network is counted last.
    expect(await counted()).toMatchObject({ 'contact:day': attempts + 1, 'contact:ip-day': 1 });
  });

  test('codes of one representative', async () => {
    const { attempts } = ATTEMPT_LIMITS['code:rep'];
    const calls = Array.from({ length: attempts + 10 }, () => sendCode(api, rep, address()));
    expect(await statusesOf(calls)).toEqual({ 200: attempts, 429: 10 });
    expect(await counted()).toMatchObject({ 'code:rep': attempts, 'code:rep-day': attempts });
  });

  /** A right ID among the wrong ones must not be found by asking often at once. */
  test('wrong sales IDs of one network, and then not even the right one', async () => {
    const { attempts } = ATTEMPT_LIMITS['sign-in:ip'];
    const signIn = (salesId: string) =>
      api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip: NETWORK });
    const calls = Array.from({ length: attempts + 30 }, (_, n) => signIn(`WRONG-${n}`));
    expect(await statusesOf(calls)).toEqual({ 401: attempts, 429: 30 });
    expect((await signIn(api.backend.demo.salesIds[0] ?? '')).status).toBe(429);
  });

  test('wrong tokens of links of one network', async () => {
    const { attempts } = ATTEMPT_LIMITS['sign-in-customer:ip'];
    const calls = Array.from({ length: attempts + 10 }, (_, n) =>
      api.call('/functions/v1/sign-in-customer', {
        body: { token: String(n).padStart(43, 'A') },
        ip: NETWORK,
      }),
    );
    expect(await statusesOf(calls)).toEqual({ 401: attempts, 429: 10 });
  });
});

test('a link past the limit of mails is issued, and not mailed', async () => {
  const email = address();
  const { verificationId } = (await sendCode(api, rep, email)).body;
  const code = await mailedCode(api, email);
  await fill('link-mail:rep', BAIT.rep.A);
  const body = { verificationId, code, idempotencyKey: 'a-key-of-the-browser_0123', mailLink: true };
  const limited = await api.call('/functions/v1/issue-access-link', { body, token: rep });
  expect([limited.status, limited.body.mail]).toEqual([200, 'limited']);
  expect(await counted()).not.toHaveProperty('link-mail:email');
  await api.sql("delete from private.rate_limit_counters where bucket like 'link-mail:%'");
  const mailed = await api.call('/functions/v1/issue-access-link', { body, token: rep });
  expect([mailed.body.token, mailed.body.mail]).toEqual([limited.body.token, 'sent']);
  expect(await counted()).toMatchObject({ 'link-mail:rep': 1, 'link-mail:email': 1 });
  expect((await issueLink(api, rep, verificationId, code)).status).toBe(400);
});

test('a limit that does not exist is a fault, not a free attempt', async () => {
  await expect(api.sql("select private.count_attempt('unknown', 'x')")).rejects.toMatchObject({
    code: 'P0002',
  });
  await expect(api.sql("select private.count_attempt('sign-in:ip', null)")).rejects.toMatchObject({
    code: '23502',
  });
});

const addStale = (count: number) =>
  api.sql(
    `insert into private.rate_limit_counters
     select 'sign-in:id:stale-' || n, 1, now() - interval '1 hour' + n * interval '1 second'
     from generate_series(1, $1::int) n`,
    [count],
  );

test('each new counter deletes a few stale ones, and an attempt counts in its own even if that is stale', async () => {
  // Not by the insert of the test itself.
  await api.sql('alter table private.rate_limit_counters disable trigger rate_limit_counters_remove_stale');
  await addStale(30);
  await api.sql('alter table private.rate_limit_counters enable trigger rate_limit_counters_remove_stale');
  await api.sql(
    "select private.count_attempt('sign-in:ip', 'new'), private.count_attempt('sign-in:id', 'stale-30')",
  );
  const left = await counters();
  expect(left).toHaveLength(11);
  expect(left).toContainEqual({ bucket: 'sign-in:id:stale-30', attempts: 1 });
});

/**
 * Regression: an attempt deleted stale counters before it counted in its own. Two of them deleted what the other one needed,
 * so PostgreSQL ended one of the two.
 */
test('two attempts with stale counters never wait for each other', async () => {
  await api.sql('alter table private.rate_limit_counters disable trigger rate_limit_counters_remove_stale');
  await addStale(40);
  await api.sql('alter table private.rate_limit_counters enable trigger rate_limit_counters_remove_stale');
  // Both attempts have counted in their first counter before either counts in its second.
  await api.sql(`
      create function private.pause() returns trigger language plpgsql set search_path = '' as $$
      begin
        perform pg_catalog.pg_sleep(1);
        return new;
      end $$`);
  await api.sql(`
      create trigger pause before insert on private.rate_limit_counters
      for each row when (new.bucket like '%:pause-%') execute function private.pause()`);
  const count = (first: string, second: string) =>
    api.sql(`select private.count_attempt('sign-in:ip', $1), private.count_attempt('sign-in:id', $2)`, [
      first,
      second,
    ]);
  await Promise.all([count('pause-1', 'stale-30'), count('pause-2', 'stale-5')]);
  const names = (await counters()).map(({ bucket }) => bucket.split(':')[2]);
  expect(names).toEqual(expect.arrayContaining(['pause-1', 'pause-2', 'stale-30', 'stale-5']));
}, 60_000);
