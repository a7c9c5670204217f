import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BRAND } from '../../../shared/src/brand/brand.ts';
import {
  extendAccessResponseSchema,
  revokeAccessResponseSchema,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import { sessionGrantSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { ACCESS_LINK_LIFE_SECONDS, ATTEMPT_LIMITS } from '../../../shared/src/contracts/backend/terms.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { letPausePass, qualify } from '../fixtures/qualify.ts';
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

const open = (token: string, ip?: string) =>
  api.call('/functions/v1/sign-in-customer', { body: { token }, ip });
const revoke = (customerId: string, token = repA) =>
  api.call('/functions/v1/revoke-access', { body: { customerId }, token });
const extend = (customerId: string, token = repA, requestId?: string) =>
  api.call('/functions/v1/extend-access', { body: { customerId, requestId }, token });
/** The number of prices that a session gets, or the refusal. */
async function prices(token: string): Promise<number | 'refused'> {
  const answer = await api.rpc('get_plan_prices', {}, token);
  return answer.status === 401 ? 'refused' : answer.body.length;
}
const renew = (cookie: string) => api.call('/functions/v1/renew-session', { body: {}, headers: { cookie } });
const trail = async (customerId: string) =>
  (
    await api.sql<{ event: string }>(
      'select event from public.audit_events where qualified_lead_id = $1 order by line_number',
      [customerId],
    )
  ).map((row) => row.event);

describe('opening a link', () => {
  test('starts a session that ends with the token, notes the first time, and is traced', async () => {
    const customer = await qualify(api, repA);
    const answer = await open(` ${customer.token} `, '198.51.100.9');
    const grant = sessionGrantSchema.parse(answer.body);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^corvane_refresh=[\w-]{43}; .*HttpOnly; SameSite=Strict/,
    );
    expect(grant.actor).toEqual({
      kind: 'customer',
      customer: {
        id: customer.customerId,
        name: 'Ada',
        email: customer.email,
        company: 'Engines',
        repName: 'Rep A',
        repEmail: 'a@bait.example',
      },
    });
    const [row] = await api.sql<Record<string, unknown>>(
      `select l.has_accessed, l.accessed_at, s.expires_at = l.token_expires_at as ends_together, s.ip_address
       from public.qualified_leads l join public.customer_sessions s on s.qualified_lead_id = l.id where l.id = $1`,
      [customer.customerId],
    );
    expect(row).toMatchObject({ has_accessed: true, ends_together: true, ip_address: '198.51.100.9' });

    // Again, on another device: the time of the first access stays.
    expect((await open(customer.token)).status).toBe(200);
    const [again] = await api.sql<Record<string, unknown>>(
      `select accessed_at, (select count(*)::int from public.pricing_reveals where qualified_lead_id = l.id) as openings
       from public.qualified_leads l where id = $1`,
      [customer.customerId],
    );
    expect(again).toEqual({ accessed_at: row?.accessed_at, openings: 2 });
    expect(await trail(customer.customerId)).toEqual([
      'link_issued',
      'link_opened',
      'customer_signed_in',
      'prices_revealed',
      'customer_signed_in',
      'prices_revealed',
    ]);
  });

  /** Regression: 'Ask Dana' and a quote still named a representative who had left. */
  test('names the team while the representative is disabled, also to a session that lives on', async () => {
    const { token } = await qualify(api, repB);
    const { cookie } = await api.openLink(token);
    await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
    const answers = await Promise.all([open(token), renew(cookie)]);
    await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
    const { name, mail } = BRAND;
    for (const { body } of answers) {
      expect(body.actor.customer).toMatchObject({ repName: name, repEmail: mail.teamAddress });
    }
    expect((await renew(cookie)).body.actor.customer).toMatchObject({ repName: 'Rep B' });
  });

  test('unknown, expired and revoked get the same words; an ended link says when, and the trail why', async () => {
    const expired = await qualify(api, repA);
    await api.sql(`update public.qualified_leads set token_expires_at = now() where id = $1`, [
      expired.customerId,
    ]);
    const revoked = await qualify(api, repA);
    await revoke(revoked.customerId);
    const answers = [];
    const ended: unknown[] = [];
    for (const token of ['A'.repeat(43), expired.token, revoked.token]) {
      const { status, headers, body } = await open(token, '198.51.100.10');
      const { correlationId: _, fields = {}, ...error } = body.error;
      ended.push(fields.endedAt);
      answers.push({ status, error, headers: [...headers.keys()].sort() });
    }
    expect(answers[0]).toMatchObject({
      status: 401,
      error: {
        code: 'unauthenticated',
        message: 'Invalid or expired access token. Please contact your sales representative.',
      },
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const [first, ...times] = ended;
    expect(first).toBeUndefined();
    for (const time of times) expect(Math.abs(Date.now() - Date.parse(String(time)))).toBeLessThan(60_000);
    const failures = await api.sql<{ reason: string }>(
      `select detail ->> 'reason' as reason from public.audit_events
       where event = 'customer_sign_in_failed' and ip_address = '198.51.100.10' order by line_number`,
    );
    expect(failures.map((row) => row.reason)).toEqual(['unknown', 'expired', 'revoked']);

    await open(expired.token, '198.51.100.10');
    const notes = await api.sql(
      "select detail ? 'expiresAt' as says_when from public.audit_events where event = 'link_expired' and qualified_lead_id = $1",
      [expired.customerId],
    );
    expect(notes).toEqual([{ says_when: true }]);
  });

  test('is limited per address by failures, and beyond the limit even the correct token is refused', async () => {
    const customer = await qualify(api, repA);
    const ip = '198.51.100.11';
    for (let i = 0; i < 25; i++) expect((await open(customer.token, ip)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => open(`WRONG-${i}`, ip)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(20);
    const limited = await open(customer.token, ip);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open(customer.token, '198.51.100.12')).status).toBe(200);
  });

  test('a customer sees prices and their own row; no sale, no other customer, no trail', async () => {
    const { grant } = await api.openLink((await qualify(api, repA)).token);
    expect(await prices(grant.sessionToken)).toBe(3);
    const read = async (name: string, args = {}) => (await api.rpc(name, args, grant.sessionToken)).body;
    const id = grant.actor.kind === 'customer' ? grant.actor.customer.id : '';
    expect(await read('get_lead_by_id', { lead_id_param: id })).toEqual([expect.objectContaining({ id })]);
    expect(await read('get_lead_by_id', { lead_id_param: BAIT.customer.B })).toEqual([]);
    expect(await read('get_sales_representative', { sales_rep_id_param: BAIT.rep.A })).toEqual([]);
    expect(await read('get_sales_sessions')).toEqual([]);
    expect(await read('get_audit_trail')).toMatchObject({ code: 'PT403' });
    expect(await read('get_customer_timeline', { lead_id: id })).toMatchObject({ code: 'PT404' });
    for (const name of ['get_sales_table', 'get_customers']) expect((await read(name)).rows).toEqual([]);
  });
});

describe('takes effect on the very next request', () => {
  async function customerIn() {
    const customer = await qualify(api, repA);
    const { grant, cookie } = await api.openLink(customer.token);
    expect(await prices(grant.sessionToken)).toBe(3);
    return { ...customer, sessionToken: grant.sessionToken, cookie };
  }

  const ends = (id: string) =>
    api.sql('select end_reason from public.customer_sessions where qualified_lead_id = $1', [id]);

  test('revoking ends prices, renewal and link; repeating it gives the same answer and no second line', async () => {
    const customer = await customerIn();
    const answer = await revoke(customer.customerId.toUpperCase());
    const first = revokeAccessResponseSchema.parse(answer.body);
    expect(first.customerId).toBe(customer.customerId);
    expect(await prices(customer.sessionToken)).toBe('refused');
    expect((await renew(customer.cookie)).status).toBe(401);
    expect((await open(customer.token)).status).toBe(401);
    expect((await revoke(customer.customerId)).body).toEqual(first);
    expect(await ends(customer.customerId)).toEqual([{ end_reason: 'revoked' }]);
    expect((await trail(customer.customerId)).filter((event) => event === 'link_revoked')).toHaveLength(1);
    // Extending does not restore a revoked link, and a new link does not revive its session.
    expect([(await extend(customer.customerId)).status]).toEqual([403]);
    await letPausePass(api, customer.email);
    await qualify(api, repA, customer.email);
    expect(await prices(customer.sessionToken)).toBe('refused');
    expect(await ends(customer.customerId)).toEqual([{ end_reason: 'revoked' }]);
  });

  test('extending: an expired link works again for its full life', async () => {
    const customer = await customerIn();
    await api.sql(`update public.qualified_leads set token_expires_at = now() where id = $1`, [
      customer.customerId,
    ]);
    expect((await open(customer.token)).status).toBe(401);
    expect(await prices(customer.sessionToken)).toBe('refused');
    const answer = await extend(customer.customerId);
    const { expiresAt, mail } = extendAccessResponseSchema.parse(answer.body);
    expect(mail).toBe('sent');
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - ACCESS_LINK_LIFE_SECONDS * 1000)).toBeLessThan(
      60_000,
    );
    const { grant } = await api.openLink(customer.token);
    expect(Date.parse(grant.sessionExpiresAt)).toBe(Date.parse(expiresAt));
    // The customer knows already.
    expect((await extend(customer.customerId)).body).toEqual({
      customerId: customer.customerId,
      expiresAt: expect.any(String),
    });
    expect((await trail(customer.customerId)).filter((event) => event === 'link_extended')).toHaveLength(2);
  });

  /** Regression: each customer of one mailbox had a limit of their own, so six of six mails were sent. */
  test('customers whose addresses are one mailbox share its limit of mails', async () => {
    const { attempts } = ATTEMPT_LIMITS['link-mail:email'];
    const first = await qualify(api, repA, 'victim@engine.example');
    const others = await api.sql<{ id: string }>(
      `insert into public.qualified_leads (email, qualified_by, access_token_hash, token_expires_at)
       select 'vic.tim+' || n || '@engine.example', $1, md5(n::text) || md5(n::text), now()
       from generate_series(1, $2::int) n returning id`,
      [BAIT.rep.A, attempts],
    );
    await api.sql('update public.qualified_leads set token_expires_at = now() where id = $1', [
      first.customerId,
    ]);
    const mails = [];
    for (const id of [first.customerId, ...others.map((other) => other.id)])
      mails.push((await extend(id)).body.mail);
    expect(mails).toEqual([...Array.from({ length: attempts }, () => 'sent'), 'limited']);
  });

  test("extending answers the customer's request that it names, and no other one", async () => {
    const [customer, other] = [await customerIn(), await customerIn()];
    const ask = async ({ email }: { email: string }) => {
      const body = { id: crypto.randomUUID(), name: 'Ada', email, company: 'Engines', source: 'more-time' };
      expect((await api.call('/functions/v1/submit-contact', { body })).status).toBe(200);
      return body.id;
    };
    const [asked, again, theirs] = [await ask(customer), await ask(customer), await ask(other)];
    const statuses = async () =>
      (
        await api.sql<{ status: string }>(
          'select status from public.contact_submissions where id = any ($1) order by array_position($1, id)',
          [[asked, again, theirs]],
        )
      ).map(({ status }) => status);
    for (const requestId of [theirs, crypto.randomUUID(), undefined])
      expect((await extend(customer.customerId, repA, requestId)).status).toBe(200);
    expect(await statuses()).toEqual(['new', 'new', 'new']);
    // Its answer may be lost.
    for (let sent = 0; sent < 2; sent += 1)
      expect((await extend(customer.customerId, repA, asked)).status).toBe(200);
    expect(await statuses()).toEqual(['done', 'new', 'new']);
    expect(
      await api.sql(
        `select sales_rep_id as rep, detail -> 'status' as status from public.audit_events
         where event = 'contact_request_changed' and contact_request_id = $1`,
        [asked],
      ),
    ).toEqual([{ rep: BAIT.rep.A, status: { before: 'new', after: 'done' } }]);
    // A manager gave it to another representative.
    await api.sql('update public.contact_submissions set assigned_to = $2 where id = $1', [
      again,
      BAIT.rep.B,
    ]);
    await extend(customer.customerId, repA, again);
    // What a revoked link refuses stays open.
    await revoke(other.customerId);
    expect((await extend(other.customerId, repA, theirs)).status).toBe(403);
    expect(await statuses()).toEqual(['done', 'new', 'new']);
  });

  test('signing out', async () => {
    const customer = await customerIn();
    const answer = await api.call('/functions/v1/sign-out', {
      body: {},
      headers: { cookie: customer.cookie, 'user-agent': 'Browser/1' },
      ip: '198.51.100.13',
    });
    expect(answer.status).toBe(200);
    expect(await prices(customer.sessionToken)).toBe('refused');
    expect((await renew(customer.cookie)).status).toBe(401);
    expect(
      await api.sql(
        `select ip_address, user_agent, sales_rep_id from public.audit_events
         where event = 'signed_out' and qualified_lead_id = $1`,
        [customer.customerId],
      ),
    ).toEqual([{ ip_address: '198.51.100.13', user_agent: 'Browser/1', sales_rep_id: BAIT.rep.A }]);
  });

  test('ending all sessions of a representative', async () => {
    const sessions = await Promise.all([
      api.signIn(api.backend.demo.salesIds[0] ?? ''),
      api.signIn(api.backend.demo.salesIds[0] ?? ''),
    ]);
    const rep = sessions[0]?.grant.actor.kind === 'rep' ? sessions[0].grant.actor.rep.id : '';
    const ended = await api.call('/rest/v1/rpc/end_rep_sessions', {
      body: { sales_rep_id_param: rep },
      key: api.backend.secretKey,
    });
    expect(ended.body).toBe(2);
    for (const { grant, cookie } of sessions) {
      expect(await prices(grant.sessionToken)).toBe('refused');
      expect((await renew(cookie)).status).toBe(401);
      expect((await revoke(BAIT.customer.A, grant.sessionToken)).status).toBe(401);
    }
    expect(
      await api.sql(`select sales_rep_id, detail from public.audit_events where event = 'sessions_ended'`),
    ).toEqual([{ sales_rep_id: rep, detail: { by: 'operator', count: 2 } }]);
  });
});

test.each([
  ['revoke-access', revoke],
  ['extend-access', extend],
])("%s knows nothing of another representative's customer", async (_, call) => {
  const before = await api.sql('select * from public.qualified_leads where id = $1', [BAIT.customer.A]);
  const foreign = await call(BAIT.customer.A, repB);
  const unknown = await call(crypto.randomUUID(), repB);
  for (const answer of [foreign, unknown])
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      404,
      'not_found',
      'No such customer.',
    ]);
  expect(await api.sql('select * from public.qualified_leads where id = $1', [BAIT.customer.A])).toEqual(
    before,
  );
});
