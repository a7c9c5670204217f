import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionGrantSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { ATTEMPT_LIMITS, REP_SESSION_LIFE_SECONDS } from '../../../shared/src/contracts/backend/terms.ts';
import { DEMO_REP_ID } from '../../../tools/stack/backend/engine/seed.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let salesId: string;

beforeAll(async () => {
  api = await startTestBackend();
  salesId = api.backend.demo.salesIds[0] ?? '';
});

afterAll(() => api.close());

const post = (name: string, cookie?: string, ip?: string) =>
  api.call(`/functions/v1/${name}`, { body: {}, ip, headers: cookie ? { cookie } : {} });

describe('signing in', () => {
  test('writes a session with the address and agent that the server saw, and answers the contract', async () => {
    const answer = await api.call('/functions/v1/sign-in-rep', {
      body: { salesId: `  ${salesId.toLowerCase()} ` },
      ip: '198.51.100.7',
      headers: { 'user-agent': 'x'.repeat(500), 'x-forwarded-for': '1.2.3.4', 'x-real-ip': '1.2.3.4' },
    });
    const grant = sessionGrantSchema.parse(answer.body);
    expect(grant.actor).toEqual({
      kind: 'rep',
      rep: {
        id: DEMO_REP_ID,
        name: 'Dana Whitfield',
        email: 'dana.whitfield@corvane.example',
        isManager: false,
      },
    });
    expect(Date.parse(grant.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000);
    const lastsSeconds = (Date.parse(grant.sessionExpiresAt) - Date.now()) / 1000;
    expect(Math.abs(lastsSeconds - REP_SESSION_LIFE_SECONDS)).toBeLessThan(60);
    const [row] = await api.sql(
      'select ip_address, length(user_agent) as agent from public.sales_sessions where id = $1',
      [grant.sessionId],
    );
    expect(row).toEqual({ ip_address: '198.51.100.7', agent: 400 });
  });

  test('keeps the refresh secret in an HttpOnly cookie, and only its hash in the database', async () => {
    const answer = await api.call('/functions/v1/sign-in-rep', { body: { salesId } });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^corvane_refresh=[\w-]{43}; Path=\/functions\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    const maxAge = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(Math.abs(maxAge - REP_SESSION_LIFE_SECONDS)).toBeLessThan(60);
    const secret = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    expect(answer.text).not.toContain(secret);
    const [row] = await api.sql<{ found: boolean }>(
      `select exists (select from public.sales_sessions where refresh_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')) as found`,
      [secret],
    );
    expect(row?.found).toBe(true);
  });

  test('gives the same answer for an unknown, a revoked and a disabled ID', async () => {
    const shape = async (id: string) => {
      const { status, body } = await api.call('/functions/v1/sign-in-rep', {
        body: { salesId: id },
        ip: '198.51.100.20',
      });
      return { status, code: body.error.code, message: body.error.message };
    };
    const unknown = await shape('NO-SUCH-ID');
    expect(unknown).toEqual({
      status: 401,
      code: 'unauthenticated',
      message: 'Invalid Sales ID. Please try again.',
    });
    await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [DEMO_REP_ID]);
    expect(await shape(salesId)).toEqual(unknown);
    await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [DEMO_REP_ID]);
    await api.sql('update private.sales_rep_credentials set revoked_at = now() where sales_rep_id = $1', [
      DEMO_REP_ID,
    ]);
    expect(await shape(salesId)).toEqual(unknown);
    await api.sql('update private.sales_rep_credentials set revoked_at = null where sales_rep_id = $1', [
      DEMO_REP_ID,
    ]);
  });
});

describe('limits', () => {
  test('limit one address, even in parallel, and no other address', async () => {
    const ip = '198.51.100.66';
    const { attempts } = ATTEMPT_LIMITS['sign-in:ip'];
    const answers = await Promise.all(
      Array.from({ length: attempts + 40 }, (_, i) =>
        api.call('/functions/v1/sign-in-rep', { body: { salesId: `GUESS-${i}` }, ip }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(attempts);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(40);
    const seconds = refused[0]?.body.error.retryAfterSeconds;
    expect(refused[0]?.headers.get('retry-after')).toBe(String(seconds));
    expect(seconds).toBeGreaterThan(200);
    // Even the correct ID is refused from there, so the limit reveals nothing. The representative can sign in
    // elsewhere.
    expect((await api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip })).status).toBe(429);
    await api.signIn(salesId, '198.51.100.67');
  });

  test('count a wrong ID across addresses', async () => {
    const statuses: number[] = [];
    const { attempts } = ATTEMPT_LIMITS['sign-in:id'];
    for (let i = 0; i < attempts + 2; i++) {
      const answer = await api.call('/functions/v1/sign-in-rep', {
        body: { salesId: 'SAME-WRONG' },
        ip: `192.0.2.${i}`,
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(attempts).fill(401), 429, 429]);
  });

  test('do not count successes', async () => {
    for (let i = 0; i < 25; i++) await api.signIn(salesId, '198.51.100.80');
  });

  test('count an IPv6 network as one caller for all its addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        api.call('/functions/v1/sign-in-rep', { body: { salesId: `V6-${i}` }, ip: `2001:db8:1:2:${i}::1` }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(
      ATTEMPT_LIMITS['sign-in:ip'].attempts,
    );
  });

  test('open again when the window is over', async () => {
    const [bucket] = await api.sql<{ bucket: string }>(
      `select bucket from private.rate_limit_counters where bucket = 'sign-in:ip:198.51.100.66'`,
    );
    await api.sql(`update private.rate_limit_counters set window_ends_at = now() where bucket = $1`, [
      bucket?.bucket,
    ]);
    expect(
      (await api.call('/functions/v1/sign-in-rep', { body: { salesId: 'X' }, ip: '198.51.100.66' })).status,
    ).toBe(401);
  });
});

describe('renewing', () => {
  test("gives every tab a token when several ask at once, and keeps the session's end", async () => {
    const { grant, cookie } = await api.signIn(salesId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('renew-session', cookie)));
    for (const answer of answers) {
      const renewed = sessionGrantSchema.parse(answer.body);
      expect(renewed.sessionId).toBe(grant.sessionId);
      expect(renewed.sessionExpiresAt).toBe(grant.sessionExpiresAt);
      expect((await api.rpc('get_plan_prices', {}, renewed.sessionToken)).body).toHaveLength(3);
    }
  });

  test.each([
    ['no cookie', undefined],
    ['a cookie of another form', 'corvane_refresh=short'],
    ['an unknown secret', `corvane_refresh=${'A'.repeat(43)}`],
  ])('with %s answers 401', async (_, cookie) => {
    const answer = await post('renew-session', cookie);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('ends with the session', async () => {
    const { grant, cookie } = await api.signIn(salesId);
    await api.sql(`update public.sales_sessions set expires_at = now() - interval '1 second' where id = $1`, [
      grant.sessionId,
    ]);
    expect((await post('renew-session', cookie)).status).toBe(401);
  });

  test('never signs a token that outlives the session', async () => {
    const { grant, cookie } = await api.signIn(salesId);
    await api.sql(
      `update public.sales_sessions set expires_at = now() + interval '2 minutes' where id = $1`,
      [grant.sessionId],
    );
    const { body } = await post('renew-session', cookie);
    expect(Date.parse(body.expiresAt)).toBeLessThanOrEqual(Date.parse(body.sessionExpiresAt));
  });
});

describe('signing out', () => {
  test('takes effect on the very next request, for every token of the session', async () => {
    const { grant, cookie } = await api.signIn(salesId);
    expect((await api.rpc('get_plan_prices', {}, grant.sessionToken)).body).toHaveLength(3);
    const answer = await post('sign-out', cookie);
    expect([answer.status, answer.body]).toEqual([200, { signedOut: true }]);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    for (const name of ['get_plan_prices', 'get_sales_table']) {
      expect((await api.rpc(name, {}, grant.sessionToken)).status).toBe(401);
    }
    expect((await post('renew-session', cookie)).status).toBe(401);
  });

  test('succeeds when repeated, and without a session', async () => {
    const { cookie } = await api.signIn(salesId);
    for (const sent of [cookie, cookie, undefined]) expect((await post('sign-out', sent)).status).toBe(200);
  });

  test('keeps other sessions of the person', async () => {
    const first = await api.signIn(salesId);
    const second = await api.signIn(salesId);
    await post('sign-out', first.cookie);
    expect((await api.rpc('get_plan_prices', {}, second.grant.sessionToken)).body).toHaveLength(3);
  });
});

test('neither the log nor the database holds a credential, a token or a cookie', async () => {
  const { grant, cookie } = await api.signIn(salesId);
  const [row] = await api.sql<{ everything: string }>(`
    select concat(
      (select string_agg(t::text, '') from public.sales_sessions t),
      (select string_agg(t::text, '') from private.sales_rep_credentials t),
      (select string_agg(t::text, '') from private.rate_limit_counters t)) as everything`);
  for (const secret of [salesId, cookie.split('=')[1] ?? '', grant.sessionToken]) {
    expect(api.log.join('\n')).not.toContain(secret);
    expect(row?.everything).not.toContain(secret);
  }
});
