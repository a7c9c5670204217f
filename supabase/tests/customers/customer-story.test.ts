import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { letPausePass, qualify } from '../fixtures/qualify.ts';
import { CustomersReader } from '../fixtures/read-customers.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

test('from the link to its revocation, the representative sees only what they may see', async () => {
  const rep = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.sessionToken;
  const seen = new CustomersReader(api, rep);
  const start = await seen.openings(null);
  expect(start.openings).toEqual([]);
  expect(Date.parse(start.now) - Date.parse(start.nextSince)).toBe(5_000);

  const email = `${crypto.randomUUID()}@engine.example`;
  const { customerId, token } = await qualify(api, rep, email);
  const mine = async () => {
    const row = (await seen.page({ filter: { search: email } })).rows[0];
    if (!row) throw new Error('No customer');
    return row;
  };
  expect(await mine()).toMatchObject({
    status: 'issued',
    openingsCount: 0,
    pricesSeenCount: 0,
    firstOpenedAt: null,
  });
  expect((await seen.page({ page_size: 1 })).rows[0]?.customerId).toBe(customerId);

  await api.openLink(token, '203.0.113.77');
  const opened = await seen.openings(start.nextSince);
  expect(opened.openings).toMatchObject([{ customerId, email, isFirst: true }]);
  expect(await mine()).toMatchObject({
    status: 'active',
    hasLiveSession: true,
    openingsCount: 1,
    pricesSeenCount: 1,
  });

  // The window overlaps: the same opening is returned again with the same id. A second opening has another id.
  await api.openLink(token, '203.0.113.77');
  const again = await seen.openings(opened.nextSince);
  expect(again.openings.map(({ isFirst }) => isFirst)).toEqual([false, true]);
  expect(again.openings[1]?.id).toBe(opened.openings[0]?.id);
  expect((await seen.openings(new Date(Date.parse(again.now) + 3_600_000).toISOString())).openings).toEqual(
    [],
  );
  expect(
    (await new CustomersReader(api, tokens['rep A']).openings(start.nextSince)).openings.map(
      (opening) => opening.customerId,
    ),
  ).not.toContain(customerId);

  const revoked = await api.call('/functions/v1/revoke-access', { body: { customerId }, token: rep });
  expect(revoked.status).toBe(200);
  await api.call('/functions/v1/sign-in-customer', { body: { token } });
  expect(await mine()).toMatchObject({ status: 'revoked', hasLiveSession: false, openingsCount: 2 });

  const { lines, hasMore } = await seen.timeline(customerId);
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
  const raw = (await api.rpc('get_customer_timeline', { lead_id: customerId }, rep)).text;
  expect(raw).not.toMatch(/203\.0\.113|sessionId|verificationId|user_agent|[0-9a-f]{64}/);

  // A new link begins a new count of openings. The prices that were seen stay seen.
  await letPausePass(api, email);
  await qualify(api, rep, email);
  expect(await mine()).toMatchObject({
    status: 'issued',
    openingsCount: 0,
    lastOpenedAt: null,
    pricesSeenCount: 2,
  });
  // Regression: the openings of the earlier link all became first ones.
  expect((await seen.openings(start.nextSince)).openings.map(({ isFirst }) => isFirst)).toEqual([
    false,
    false,
  ]);
});

test('the trail names the actor: an earlier colleague, an operator, the system', async () => {
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail) values
      ('link_extended', $2, $1, '{"expiresAt": "2026-11-23T09:00:00+00:00"}'),
      ('link_expired', $2, $1, '{"expiresAt": "2026-11-23T09:00:00+00:00"}'),
      ('link_revoked', $3, $1, '{"by": "operator"}')`,
    [BAIT.customer.A, BAIT.rep.B, BAIT.rep.A],
  );
  const seen = new CustomersReader(api, tokens['rep A']);
  const { lines } = await seen.timeline(BAIT.customer.A);
  expect(lines.map(({ event, by, expiresAt }) => [event, by, expiresAt])).toEqual([
    ['link_revoked', 'operator', null],
    ['link_expired', 'system', '2026-11-23T09:00:00+00:00'],
    ['link_extended', 'colleague', '2026-11-23T09:00:00+00:00'],
    ['link_issued', 'you', null],
  ]);
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id)
     select 'link_extended', $2, $1 from generate_series(1, 100)`,
    [BAIT.customer.A, BAIT.rep.A],
  );
  const long = await seen.timeline(BAIT.customer.A);
  expect([long.lines.length, long.hasMore]).toEqual([100, true]);
});

/** Regression: only the newest 1,000 lines were read, and the answer said that there were no others. */
test('what a customer repeats hides neither earlier lines, nor that some are not shown', async () => {
  const signIns = (count: number) =>
    api.sql(
      `insert into public.audit_events (event, qualified_lead_id)
       select 'customer_signed_in', $1 from generate_series(1, $2::integer)`,
      [BAIT.customer.B, count],
    );
  const seen = new CustomersReader(api, tokens['rep B']);
  const story = async () => {
    const { lines, hasMore } = await seen.timeline(BAIT.customer.B);
    return { events: lines.map(({ event }) => event), hasMore };
  };
  const before = await story();
  expect(before).toMatchObject({ events: expect.arrayContaining(['link_issued']), hasMore: false });
  const shown = [...Array.from({ length: 5 }, () => 'customer_signed_in'), ...before.events];
  await signIns(999);
  expect(await story()).toEqual({ events: shown, hasMore: false });
  await signIns(2);
  expect(await story()).toEqual({ events: shown, hasMore: true });
});
