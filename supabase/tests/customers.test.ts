import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerTimelineSchema } from '../../shared/src/contracts/customer-timeline.ts';
import {
  CUSTOMER_STATUSES,
  type Customer,
  customerOpeningsSchema,
  customersPageSchema,
} from '../../shared/src/contracts/customers.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { letPausePass, qualify } from './qualify.ts';
import { addRep } from './sales-sample.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
}, 60_000);

afterAll(() => api.close());

async function customers(args: Record<string, unknown>, token = tokens['rep A']) {
  const answer = await api.rpc('get_customers', args, token);
  expect(answer.status, answer.text).toBe(200);
  return customersPageSchema.parse(answer.body);
}

async function timeline(leadId: string, token = tokens['rep A']) {
  const answer = await api.rpc('get_customer_timeline', { lead_id: leadId }, token);
  expect(answer.status, answer.text).toBe(200);
  return customerTimelineSchema.parse(answer.body);
}

async function openings(since: string | null, token = tokens['rep A']) {
  const answer = await api.rpc('get_customer_openings', { since }, token);
  expect(answer.status, answer.text).toBe(200);
  return customerOpeningsSchema.parse(answer.body);
}

describe('who is answered', () => {
  test('each representative sees the customers they qualified', async () => {
    const idsOf = async (actor: Actor) =>
      (await customers({}, tokens[actor])).rows.map((row) => row.leadId).sort();
    expect(await idsOf('rep A')).toEqual([BAIT.lead.A, BAIT.lead.revoked, BAIT.lead.expired].sort());
    expect(await idsOf('rep B')).toEqual([BAIT.lead.B]);
  });

  test.each([
    'logged-out rep A',
    'expired session of rep A',
    'customer of A',
    'revoked customer of A',
  ] as const)('%s sees none', async (actor) => {
    const page = await customers({}, tokens[actor]);
    expect([page.rows, Object.values(page.counts)]).toEqual([[], [0, 0, 0, 0, 0, 0]]);
    expect((await openings('2026-01-01T00:00:00Z', tokens[actor])).openings).toEqual([]);
    const answer = await api.rpc('get_customer_timeline', { lead_id: BAIT.lead.A }, tokens[actor]);
    expect([answer.status, answer.body.message]).toEqual([404, 'there is no such customer']);
  });

  test.each(['get_customers', 'get_customer_openings', 'get_customer_timeline'])(
    'an anonymous caller has no right to %s',
    async (name) => {
      const args = name === 'get_customer_timeline' ? { lead_id: BAIT.lead.A } : {};
      expect((await api.rpc(name, args)).status).toBe(401);
    },
  );

  test('another representative’s customer is not found, as one that nobody has', async () => {
    for (const leadId of [BAIT.lead.B, crypto.randomUUID()]) {
      expect((await api.rpc('get_customer_timeline', { lead_id: leadId }, tokens['rep A'])).status).toBe(404);
    }
  });
});

describe('the status of a customer', () => {
  let token: string;
  let repId: string;

  beforeAll(async () => {
    ({ token, repId } = await addRep(api, 'Statuses'));
  });

  /** A customer whose link ends in `endsInHours`. */
  async function statusOf(state: {
    endsInHours: number | null;
    opened?: boolean;
    session?: 'live' | 'ended' | 'over';
    revoked?: boolean;
    inactive?: boolean;
  }): Promise<Customer> {
    await api.sql('delete from public.qualified_leads where qualified_by = $1', [repId]);
    const [lead] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads
         (email, qualified_by, token_expires_at, has_accessed, accessed_at, revoked_at, is_active)
       values ('state@sample.example', $1, now() + make_interval(secs => $2::integer * 3600), $3,
         case when $3 then now() end, case when $4 then now() end, $5) returning id`,
      [repId, state.endsInHours, state.opened ?? false, state.revoked ?? false, !state.inactive],
    );
    if (state.session) {
      await api.sql(
        `insert into public.customer_sessions (qualified_lead_id, refresh_hash, expires_at, ended_at, end_reason)
         values ($1, encode(sha256($2::text::bytea), 'hex'), now() + $3::interval, case when $4 then now() end,
           case when $4 then 'signed_out' end)`,
        [
          lead?.id,
          crypto.randomUUID(),
          state.session === 'over' ? '-1 minute' : '1 hour',
          state.session === 'ended',
        ],
      );
    }
    const page = await customers({}, token);
    const [row] = page.rows;
    if (!row) throw new Error('No customer');
    expect(page.counts).toEqual({
      ...Object.fromEntries(CUSTOMER_STATUSES.map((status) => [status, 0])),
      [row.status]: 1,
    });
    return row;
  }

  test.each([
    ['issued', { endsInHours: 48 }],
    ['opened', { endsInHours: 48, opened: true }],
    ['opened', { endsInHours: 48, opened: true, session: 'ended' }],
    ['opened', { endsInHours: 48, opened: true, session: 'over' }],
    ['active', { endsInHours: 48, opened: true, session: 'live' }],
    ['active', { endsInHours: 7, opened: true, session: 'live' }],
    ['expiring', { endsInHours: 6 }],
    ['expiring', { endsInHours: 5, opened: true, session: 'live' }],
    ['expired', { endsInHours: 0, opened: true, session: 'live' }],
    ['expired', { endsInHours: null }],
    ['revoked', { endsInHours: 48, opened: true, session: 'live', revoked: true }],
    ['revoked', { endsInHours: -1, revoked: true }],
    ['revoked', { endsInHours: 48, inactive: true }],
  ] as const)('is %s for %j', async (status, state) => {
    const row = await statusOf(state);
    expect(row.status).toBe(status);
    const isOpen = status !== 'revoked' && status !== 'expired';
    expect(row.hasLiveSession).toBe(isOpen && 'session' in state && state.session === 'live');
  });
});

describe('a list of many', () => {
  let token: string;
  let repId: string;

  beforeAll(async () => {
    ({ token, repId } = await addRep(api, 'Many'));
    // Some were given their links at the same moment.
    await api.sql(
      `insert into public.qualified_leads (email, name, company, qualified_by, token_expires_at, link_issued_at)
       select 'many-' || n || '@sample.example', 'Customer ' || n, case when n % 2 = 0 then 'Even Ltd' else '100% Odd' end,
         $1, now() + make_interval(days => n % 3 - 1), now() - make_interval(mins => n / 4)
       from generate_series(1, 250) as n`,
      [repId],
    );
  });

  async function allPages(args: Record<string, unknown>) {
    const rows: Customer[] = [];
    let after: string | null = null;
    do {
      const page = await customers({ ...args, after }, token);
      rows.push(...page.rows);
      expect(rows.length).toBeLessThanOrEqual(250);
      after = page.nextAfter;
      expect(page.hasMore).toBe(after !== null);
    } while (after !== null);
    return rows;
  }

  test('is paged without gap or repetition, the newest link first', async () => {
    const rows = await allPages({ page_size: 7 });
    expect(new Set(rows.map((row) => row.leadId)).size).toBe(250);
    expect(rows).toHaveLength(250);
    const times = rows.map((row) => row.issuedAt);
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    expect((await customers({ page_size: 1_000 }, token)).rows).toHaveLength(100);
  });

  test('is searched and narrowed by status; the counts are of all', async () => {
    const counts = { revoked: 0, expired: 167, expiring: 0, active: 0, opened: 0, issued: 83 };
    const found = await customers(
      { filter: { search: 'EVEN', statuses: ['issued'] }, page_size: 100 },
      token,
    );
    expect(found.counts).toEqual(counts);
    expect(found.rows.length).toBe(42);
    expect(found.rows.every((row) => row.company === 'Even Ltd' && row.status === 'issued')).toBe(true);
    expect(await allPages({ filter: { search: '100%' }, page_size: 100 })).toHaveLength(125);
    expect((await customers({ filter: { search: 'many-17@' } }, token)).rows.map((row) => row.name)).toEqual([
      'Customer 17',
    ]);
    expect((await customers({ filter: { search: 'nobody' } }, token)).counts).toEqual(counts);
  });

  test.each([{ filter: { status: 'issued' } }, { filter: { statuses: ['new'] } }, { after: 'x' }])(
    '%j is refused',
    async (args) => {
      expect((await api.rpc('get_customers', args, token)).status).toBe(400);
    },
  );
});

test('from the link to its revocation: what the representative sees, and nothing that is not theirs to see', async () => {
  const rep = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.accessToken;
  const start = await openings(null, rep);
  expect(start.openings).toEqual([]);
  expect(Date.parse(start.now) - Date.parse(start.nextSince)).toBe(5_000);

  const email = `${crypto.randomUUID()}@engine.example`;
  const { leadId, token } = await qualify(api, rep, email);
  const mine = async () => {
    const row = (await customers({ filter: { search: email } }, rep)).rows[0];
    if (!row) throw new Error('No customer');
    return row;
  };
  expect(await mine()).toMatchObject({
    status: 'issued',
    openingsCount: 0,
    pricesSeenCount: 0,
    firstOpenedAt: null,
  });
  expect((await customers({ page_size: 1 }, rep)).rows[0]?.leadId).toBe(leadId);

  await api.openLink(token, '203.0.113.77');
  const opened = await openings(start.nextSince, rep);
  expect(opened.openings).toMatchObject([{ leadId, email, isFirst: true }]);
  expect(await mine()).toMatchObject({
    status: 'active',
    hasLiveSession: true,
    openingsCount: 1,
    pricesSeenCount: 1,
  });

  // The window overlaps: the same opening is told again, by the same id; a second one is not the first.
  await api.openLink(token, '203.0.113.77');
  const again = await openings(opened.nextSince, rep);
  expect(again.openings.map(({ isFirst }) => isFirst)).toEqual([false, true]);
  expect(again.openings[1]?.id).toBe(opened.openings[0]?.id);
  expect((await openings(new Date(Date.parse(again.now) + 3_600_000).toISOString(), rep)).openings).toEqual(
    [],
  );
  expect((await openings(start.nextSince)).openings.map((opening) => opening.leadId)).not.toContain(leadId);

  const revoked = await api.call('/functions/v1/revoke-access', { body: { leadId }, token: rep });
  expect(revoked.status).toBe(200);
  await api.call('/functions/v1/sign-in-customer', { body: { token } });
  expect(await mine()).toMatchObject({ status: 'revoked', hasLiveSession: false, openingsCount: 2 });

  const { lines, hasMore } = await timeline(leadId, rep);
  expect(hasMore).toBe(false);
  expect(lines.map(({ event, by, reason }) => [event, by, reason])).toEqual([
    ['customer_sign_in_failed', 'customer', 'revoked'],
    ['link_revoked', 'you', null],
    ['prices_revealed', 'customer', null],
    ['customer_signed_in', 'customer', null],
    ['prices_revealed', 'customer', null],
    ['customer_signed_in', 'customer', null],
    ['link_opened', 'customer', null],
    ['link_issued', 'you', null],
  ]);
  expect(lines.at(-1)?.expiresAt).toBe((await mine()).tokenExpiresAt);
  const raw = (await api.rpc('get_customer_timeline', { lead_id: leadId }, rep)).text;
  expect(raw).not.toMatch(/203\.0\.113|sessionId|verificationId|user_agent|[0-9a-f]{64}/);

  // A new link begins a new count of openings; the prices that were seen stay seen.
  await letPausePass(api, email);
  await qualify(api, rep, email);
  expect(await mine()).toMatchObject({
    status: 'issued',
    openingsCount: 0,
    lastOpenedAt: null,
    pricesSeenCount: 2,
  });
});

test('the trail tells who it was: a colleague before, an operator, the system', async () => {
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail) values
      ('link_extended', $2, $1, '{"expiresAt": "2026-11-23T09:00:00+00:00"}'),
      ('link_expired', $2, $1, '{"expiresAt": "2026-11-23T09:00:00+00:00"}'),
      ('link_revoked', $3, $1, '{"by": "operator"}')`,
    [BAIT.lead.A, BAIT.rep.B, BAIT.rep.A],
  );
  const { lines } = await timeline(BAIT.lead.A);
  expect(lines.map(({ event, by, expiresAt }) => [event, by, expiresAt])).toEqual([
    ['link_revoked', 'operator', null],
    ['link_expired', 'system', '2026-11-23T09:00:00+00:00'],
    ['link_extended', 'colleague', '2026-11-23T09:00:00+00:00'],
    ['link_issued', 'you', null],
  ]);
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id)
     select 'prices_revealed', $2, $1 from generate_series(1, 100)`,
    [BAIT.lead.A, BAIT.rep.A],
  );
  const long = await timeline(BAIT.lead.A);
  expect([long.lines.length, long.hasMore]).toEqual([100, true]);
});

test('the demonstration shows a customer in every state', async () => {
  const rep = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.accessToken;
  // Their links end with time, and the database may have been made hours ago.
  await api.sql(`
    update public.qualified_leads set token_expires_at = now() + (token_expires_at - (
      select created_at from public.qualified_leads where email = 'nora.whitaker@summitcrest.example'
    ) - interval '2 hours') where created_at > now() - interval '5 days' and email like '%@%.example'`);
  const { counts } = await customers({}, rep);
  for (const status of CUSTOMER_STATUSES) expect([status, (counts[status] ?? 0) > 0]).toEqual([status, true]);
});
