import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AUDIT_TRAIL_KEPT_DAYS,
  CUSTOMER_SESSIONS_MAX,
  REP_SESSIONS_MAX,
} from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  await api.sql(
    `update public.qualified_leads set access_token_hash = repeat('e', 64), token_expires_at = now() + interval '1 day',
       is_active = true, revoked_at = null where id = $1`,
    [BAIT.customer.A],
  );
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id) values ('link_extended', $2, $1)`,
    [BAIT.customer.A, BAIT.rep.A],
  );
});

afterAll(() => api.close());

const secret = `encode(sha256(convert_to($1 || n, 'UTF8')), 'hex')`;
const linesOf = async (event: string, of: string | null) => {
  const [row] = await api.sql<{ lines: number; most: number | null }>(
    `select count(*)::integer as lines, max((detail ->> 'times')::integer) as most from public.audit_events
     where event = $1 and coalesce(qualified_lead_id, sales_rep_id) is not distinct from $2`,
    [event, of],
  );
  return row;
};

/** Regression: 500 sign-ins made 500 sessions and 1,000 lines, and the customer's history was only those. */
test('500 sign-ins with one link leave a bounded number of sessions, openings and lines', async () => {
  const before = await linesOf('customer_signed_in', BAIT.customer.A);
  await api.sql(
    `select public.begin_customer_session(repeat('e', 64), ${secret}, '203.0.113.9', 'B', 'net') from generate_series(1, 500) n`,
    ['link'],
  );
  const [stored] = await api.sql(
    `select (select count(*)::integer from public.customer_sessions where qualified_lead_id = $1) as sessions,
       (select count(*)::integer from public.pricing_reveals where qualified_lead_id = $1 and ip_address = '203.0.113.9')
         as openings`,
    [BAIT.customer.A],
  );
  expect(stored).toEqual({ sessions: CUSTOMER_SESSIONS_MAX, openings: 24 });
  const after = await linesOf('customer_signed_in', BAIT.customer.A);
  expect([(after?.lines ?? 0) - (before?.lines ?? 0), after?.most]).toEqual([24, 256]);
  const timeline = await api.rpc('get_customer_timeline', { lead_id: BAIT.customer.A }, tokens['rep A']);
  const events = timeline.body.lines.map(({ event }: { event: string }) => event);
  expect(events.filter((event: string) => event === 'customer_signed_in')).toHaveLength(5);
  expect(events).toContain('link_extended');
});

test('the newest sessions of a link live, and an older one has made room', async () => {
  const live = async (nth: number) => {
    const [row] = await api.sql<{ session: object | null }>(
      `select public.renew_session(${secret.replace('n,', '$2::text,')}) as session`,
      ['link', String(nth)],
    );
    return row?.session !== null;
  };
  await api.sql(
    `update public.customer_sessions set created_at = now() - interval '1 hour' where qualified_lead_id = $1`,
    [BAIT.customer.A],
  );
  const last = 501 + CUSTOMER_SESSIONS_MAX;
  for (let nth = 501; nth <= last; nth += 1)
    await api.sql(
      `select public.begin_customer_session(repeat('e', 64), ${secret.replace('n,', '$2::text,')}, null, null, 'net')`,
      ['link', String(nth)],
    );
  expect([await live(last), await live(502), await live(501)]).toEqual([true, true, false]);
});

test('what one sales ID can store as sessions has an end', async () => {
  await api.sql(
    `insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label) values ($1, repeat('f', 64), 'x')`,
    [BAIT.rep.A],
  );
  await api.sql(
    `select public.begin_rep_session(repeat('f', 64), ${secret}, null, null, 'net') from generate_series(1, 500) n`,
    ['rep'],
  );
  expect(
    await api.sql('select count(*)::integer from public.sales_sessions where sales_rep_id = $1', [
      BAIT.rep.A,
    ]),
  ).toEqual([{ count: REP_SESSIONS_MAX }]);
});

/** Regression: 20,000 failures from many networks were 20,000 lines of 10 MB. */
test('failures of unknown people from any number of networks have a ceiling for the day', async () => {
  const ofOthers = (await linesOf('rep_sign_in_failed', null))?.lines ?? 0;
  const fail = (times: number, round: string) =>
    api.sql(
      `select public.begin_rep_session(${secret}, ${secret}, '203.0.113.9', repeat('B', 400), $1 || n),
         public.begin_customer_session(${secret}, ${secret}, '203.0.113.9', repeat('B', 400), $1 || n)
       from generate_series(1, $2::integer) n`,
      [round, times],
    );
  await fail(1_030, 'morning');
  // The 1,024th stands for what came between.
  expect(await linesOf('rep_sign_in_failed', null)).toEqual({ lines: ofOthers + 1_001, most: 1_024 });
  await api.sql(
    `update private.rate_limit_counters set attempts = 4090 where bucket in ('trail:rep_sign_in_failed', 'trail:customer_sign_in_failed')`,
  );
  await fail(20, 'evening');
  expect(await linesOf('rep_sign_in_failed', null)).toEqual({ lines: ofOthers + 1_002, most: 4_096 });
  expect(await linesOf('customer_sign_in_failed', null)).toEqual({ lines: 1_002, most: 4_096 });
});

/** Regression: each press was a line, and the customer's history was only those. */
test('what a representative repeats about a customer or themselves has a ceiling for the day too', async () => {
  const lines = async () => [
    (await linesOf('link_extended', BAIT.customer.A))?.lines ?? 0,
    (await linesOf('customer_edited', BAIT.customer.A))?.lines ?? 0,
    (await linesOf('rep_settings_changed', BAIT.rep.A))?.lines ?? 0,
  ];
  await api.sql(`update public.qualified_leads set name = 'N', company = 'C' where id = $1`, [
    BAIT.customer.A,
  ]);
  await api.sql('delete from private.customer_notes where qualified_lead_id = $1', [BAIT.customer.A]);
  const before = await lines();
  await api.sql(
    `select public.extend_access(s.id, asked, null, null),
       public.edit_customer(s.id, asked || jsonb_build_object(
         'before', named || jsonb_build_object('note', case when n > 1 then 'x' || n - 1 else '' end),
         'after', named || jsonb_build_object('note', 'x' || n)
       ), null, null),
       public.save_rep_settings(s.id, jsonb_build_object('mailOnOpening', n % 2 = 1), null, null)
     from (
       select id from public.sales_sessions
       where sales_rep_id = $1 and ended_at is null and expires_at > now() order by created_at desc limit 1
     ) s, jsonb_build_object('customerId', $2::text) as asked, jsonb_build_object('name', 'N', 'company', 'C') as named,
       generate_series(1, 300) n`,
    [BAIT.rep.A, BAIT.customer.A],
  );
  const after = await lines();
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([24, 24, 201]);
});

test('the next day begins anew', async () => {
  const before = (await linesOf('rep_sign_in_failed', null))?.lines ?? 0;
  await api.sql(
    `update private.rate_limit_counters set window_ends_at = now() where bucket = 'trail:rep_sign_in_failed'`,
  );
  await api.sql(`select public.begin_rep_session(repeat('0', 64), repeat('1', 64), null, null, 'net')`);
  expect(await linesOf('rep_sign_in_failed', null)).toMatchObject({ lines: before + 1 });
});

test('a line of the trail leaves after its period, and no sooner', async () => {
  await api.sql(
    `insert into public.audit_events (event, occurred_at, detail) values
       ('signed_out', now() - make_interval(days => $1), '{"old": true}'),
       ('signed_out', now() - make_interval(days => $1 - 2), '{"old": false}')`,
    [AUDIT_TRAIL_KEPT_DAYS + 1],
  );
  await api.sql('select public.run_retention(false)');
  expect(
    await api.sql(`select detail ->> 'old' as old from public.audit_events where detail ? 'old'`),
  ).toEqual([{ old: 'false' }]);
});
