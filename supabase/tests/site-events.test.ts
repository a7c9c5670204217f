import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, layBait } from './bait.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from private.site_events');
  await api.sql('delete from private.rate_limit_counters');
});

const vital = (metric: string, value: number) => ({ kind: 'web-vital', metric, value });
const failure = (fields: Record<string, unknown> = {}) => ({
  kind: 'remote-failure',
  remote: 'marketing',
  version: 'm2',
  reason: 'timed-out',
  recovered: true,
  ...fields,
});
const batch = (events: unknown[], versions: Record<string, string> = { host: 'h1', marketing: 'm1' }) => ({
  compositionId: 'c0ffee',
  versions,
  path: '/pricing',
  events,
});
const send = (body: unknown, options: { ip?: string; token?: string; key?: string | null } = {}) =>
  api.call('/functions/v1/record-site-events', { body, ...options });
const count = async () =>
  (await api.sql<{ count: number }>('select count(*)::int as count from private.site_events'))[0]?.count;
/** As an operator asks. */
const stats = async (since = '2000-01-01T00:00:00Z') =>
  (
    await api.call('/rest/v1/rpc/site_event_stats', {
      body: { since_param: since },
      key: api.backend.secretKey,
    })
  ).body;

test('keeps what a browser saw, and nothing of whose browser it was', async () => {
  const answer = await api.call('/functions/v1/record-site-events', {
    body: batch([vital('LCP', 1234.5), failure()]),
    // A beacon sets no header: no key comes with it.
    key: null,
    ip: '198.51.100.23',
    headers: { 'user-agent': 'Bait Browser', cookie: 'corvane_refresh=bait' },
  });
  expect([answer.status, answer.text]).toEqual([204, '']);

  const rows = await api.sql<Record<string, unknown>>('select * from private.site_events order by id');
  const common = { composition_id: 'c0ffee', versions: { host: 'h1', marketing: 'm1' }, path: '/pricing' };
  const noFailure = { remote: null, remote_version: null, reason: null, recovered: null };
  expect(rows).toMatchObject([
    { ...common, kind: 'web-vital', metric: 'LCP', value: 1234.5, ...noFailure },
    {
      ...common,
      kind: 'remote-failure',
      metric: null,
      value: null,
      remote: 'marketing',
      remote_version: 'm2',
      reason: 'timed-out',
      recovered: true,
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|Bait Browser|corvane_refresh/);
});

test('takes a signed-in person for anybody: the same row, whoever sends it', async () => {
  for (const actor of ['anon', 'rep A', 'customer of A', 'tampered token of rep A'] as const) {
    expect((await send(batch([vital('CLS', 0.1)]), { token: tokens[actor] })).status).toBe(204);
  }
  const rows = await api.sql(
    `select count(*)::int as count from private.site_events e group by to_jsonb(e) - 'id' - 'occurred_at'`,
  );
  expect(rows).toEqual([{ count: 4 }]);
});

test('is limited per address, with Retry-After, and another address goes on', async () => {
  const answers = [];
  for (let i = 0; i < 602; i++) answers.push(await send(batch([vital('FCP', 1)]), { ip: '192.0.2.200' }));
  expect(answers.filter((answer) => answer.status === 204)).toHaveLength(600);
  expect(answers.at(-1)?.body.error.code).toBe('rate_limited');
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(batch([vital('FCP', 1)]), { ip: '192.0.2.201' })).status).toBe(204);
  expect(await count()).toBe(601);
});

test('a batch of which one event is wrong leaves nothing behind', async () => {
  const answer = await send(batch([vital('LCP', 1), vital('LCP', -1)]));
  expect([answer.status, answer.body.error.fields]).toEqual([400, { 'events.1.value': expect.any(String) }]);
  expect(await count()).toBe(0);
});

test('takes at most a thousand rows older than 30 days away with each batch, and no younger one', async () => {
  await api.sql(`insert into private.site_events (occurred_at, composition_id, versions, path, kind, metric, value)
    select now() - interval '30 days' + make_interval(mins => n - 1100),
      'old', '{"host": "h0"}', '/', 'web-vital', 'TTFB', n
    from generate_series(1, 1110) n`);
  const old = async () =>
    (
      await api.sql<{ count: number }>(
        `select count(*)::int as count from private.site_events where composition_id = 'old'`,
      )
    )[0]?.count;
  expect((await send(batch([vital('TTFB', 1)]))).status).toBe(204);
  expect(await old()).toBe(110);
  expect((await send(batch([vital('TTFB', 1)]))).status).toBe(204);
  // These ten are not quite 30 days old.
  expect(await old()).toBe(10);
});

describe('site_event_stats', () => {
  test('tells each version what its pages took and how often it could not be shown', async () => {
    for (const value of [100, 200, 300, 400]) {
      await send(batch([vital('TTFB', value), vital('LCP', value * 10), vital('CLS', value / 1000)]));
    }
    await send(batch([vital('TTFB', 5000), failure(), failure({ recovered: false })], { host: 'h2' }));

    const told = await stats();
    expect(told.map((row: Record<string, unknown>) => [row.application, row.version])).toEqual([
      ['host', 'h2'],
      ['host', 'h1'],
      ['marketing', 'm2'],
      ['marketing', 'm1'],
    ]);
    const common = {
      views: 4,
      failures: 0,
      recovered_failures: 0,
      lcp_p75_ms: 3250,
      cls_p75: 0.325,
      ttfb_p75_ms: 325,
      inp_p75_ms: null,
      fcp_p75_ms: null,
    };
    const noVital = { lcp_p75_ms: null, inp_p75_ms: null, cls_p75: null, fcp_p75_ms: null };
    expect(told).toMatchObject([
      { ...noVital, views: 1, ttfb_p75_ms: 5000, failures: 0 },
      common,
      { ...noVital, views: 0, failures: 2, recovered_failures: 1, ttfb_p75_ms: null },
      common,
    ]);
    for (const row of told) {
      expect(Date.parse(row.first_seen_at)).toBeLessThanOrEqual(Date.parse(row.last_seen_at));
    }
  });

  test('counts from the moment that is asked for, and answers an empty list when there is nothing', async () => {
    await send(batch([vital('TTFB', 100)]));
    await api.sql(`update private.site_events set occurred_at = now() - interval '2 hours'`);
    await send(batch([vital('TTFB', 300)], { host: 'h1' }));
    expect(await stats(new Date(Date.now() - 3_600_000).toISOString())).toMatchObject([
      { application: 'host', version: 'h1', views: 1, ttfb_p75_ms: 300 },
    ]);
    expect(await stats(new Date(Date.now() + 3_600_000).toISOString())).toEqual([]);
  });
});

describe('what browsers saw', () => {
  const OUTSIDE = ['anon', 'rep A', 'customer of A'] as const;

  test.each(OUTSIDE)('is not read by %s', async (actor) => {
    await send(batch([vital('TTFB', 100)]));
    for (const schema of ['public', 'private']) {
      const answer = await api.call('/rest/v1/site_events?select=*', {
        token: tokens[actor],
        headers: { 'accept-profile': schema },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('c0ffee');
    }
  });

  test.each(OUTSIDE)('is neither written nor told past the function by %s', async (actor) => {
    await send(batch([vital('TTFB', 100)]));
    const refused = actor === 'anon' ? 401 : 403;
    const row = { composition_id: 'bait', versions: { host: 'h1' }, path: '/', events: [vital('LCP', 1)] };
    const recorded = await api.rpc('record_site_events', { batch_param: row }, tokens[actor]);
    const told = await api.rpc('site_event_stats', { since_param: '2000-01-01T00:00:00Z' }, tokens[actor]);
    expect([recorded.status, told.status]).toEqual([refused, refused]);
    expect(told.text).not.toContain('h1');
    expect(await count()).toBe(1);
  });
});
