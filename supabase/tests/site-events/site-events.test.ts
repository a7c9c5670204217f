import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ATTEMPT_LIMITS,
  SITE_EVENTS_KEPT_DAYS,
  SITE_EVENTS_MAX_BYTES_PER_DAY,
  SITE_EVENTS_MAX_ROWS_PER_DAY,
} from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from private.site_events');
  await api.sql('delete from private.site_event_days');
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
const error = (fields: Record<string, unknown> = {}) => ({
  kind: 'page-error',
  application: 'portal',
  version: 'p1',
  thrownIn: 'render',
  name: 'TypeError',
  stack: ['portal/p1/page.js:1:20', 'host/h1/index.js:1:2'],
  components: ['portal/p1/page.js:1:9'],
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
/** Calls as an operator does. */
const stats = async (since = '2000-01-01T00:00:00Z') =>
  (
    await api.call('/rest/v1/rpc/site_event_stats', {
      body: { since_param: since },
      key: api.backend.secretKey,
    })
  ).body;

const errors = async (application = 'portal') =>
  (
    await api.call('/rest/v1/rpc/site_errors', {
      body: { application_param: application, since_param: '2000-01-01T00:00:00Z' },
      key: api.backend.secretKey,
    })
  ).body;

test('stores the report of a browser, without data that identifies the visitor', async () => {
  const answer = await api.call('/functions/v1/record-site-events', {
    body: batch([vital('LCP', 1234.5), failure(), error()]),
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
    {
      ...common,
      ...noFailure,
      kind: 'page-error',
      application: 'portal',
      application_version: 'p1',
      thrown_in: 'render',
      error_name: 'TypeError',
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|Bait Browser|corvane_refresh/);
});

test('stores the same row for a signed-in person as for any visitor', async () => {
  for (const actor of ['anon', 'rep A', 'customer of A', 'tampered token of rep A'] as const) {
    expect((await send(batch([vital('CLS', 0.1)]), { token: tokens[actor] })).status).toBe(204);
  }
  const rows = await api.sql(
    `select count(*)::int as count from private.site_events e group by to_jsonb(e) - 'id' - 'occurred_at'`,
  );
  expect(rows).toEqual([{ count: 4 }]);
});

test('is limited per address, with Retry-After, while another address is served', async () => {
  // All but two of the minute's batches have come already.
  await api.sql(
    `insert into private.rate_limit_counters values ('site-events:ip:192.0.2.200', $1, now() + interval '1 hour')`,
    [ATTEMPT_LIMITS['site-events:ip'].attempts - 2],
  );
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await send(batch([vital('FCP', 1)]), { ip: '192.0.2.200' }));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 429, 429]);
  expect(answers.at(-1)?.body.error.code).toBe('rate_limited');
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(batch([vital('FCP', 1)]), { ip: '192.0.2.201' })).status).toBe(204);
  expect(await count()).toBe(3);
});

test('a batch with one wrong event stores nothing', async () => {
  const answer = await send(batch([vital('LCP', 1), vital('LCP', -1)]));
  expect([answer.status, answer.body.error.fields]).toEqual([400, { 'events.1.value': expect.any(String) }]);
  expect(await count()).toBe(0);
});

test('deletes at most a thousand expired rows with each batch, and no younger row', async () => {
  await api.sql(`insert into private.site_events (occurred_at, composition_id, versions, path, kind, metric, value)
    select now() - make_interval(days => ${SITE_EVENTS_KEPT_DAYS}, mins => 1100 - n),
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
  // These ten are kept for some minutes more.
  expect(await old()).toBe(10);
});

describe('the ceiling of a day', () => {
  const fill = (rows: number, bytes: number, day = 'today') =>
    api.sql(
      `insert into private.site_event_days (day, row_count, byte_count)
       values ((now() at time zone 'utc')::date - $1::int, $2, $3)`,
      [day === 'today' ? 0 : 1, rows, bytes],
    );
  const days = () =>
    api.sql<{ row_count: number; byte_count: number }>(
      'select row_count, byte_count::int from private.site_event_days order by day',
    );

  test('counts the rows of each batch, and the bytes that they take', async () => {
    const sent = batch([vital('LCP', 1), vital('FCP', 2)]);
    expect((await send(sent)).status).toBe(204);
    const [day, ...others] = await days();
    expect([day?.row_count, others]).toEqual([2, []]);
    // Each row repeats the page's path and versions.
    expect(day?.byte_count).toBeGreaterThan(2 * JSON.stringify(sent.versions).length);
    expect(day?.byte_count).toBeLessThan(2 * JSON.stringify(sent).length);
  });

  test.each([
    ['rows', SITE_EVENTS_MAX_ROWS_PER_DAY - 1, 0],
    ['bytes', 0, SITE_EVENTS_MAX_BYTES_PER_DAY - 10],
  ])('refuses a whole batch that would exceed it in %s', async (_, rows, bytes) => {
    await fill(rows, bytes);
    const answer = await send(batch([vital('LCP', 1), vital('FCP', 2)]));
    expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited']);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await count()).toBe(0);
    expect(await days()).toEqual([{ row_count: rows, byte_count: bytes }]);
  });

  test('accepts a batch that still fits, and a full previous day changes nothing', async () => {
    await fill(SITE_EVENTS_MAX_ROWS_PER_DAY, SITE_EVENTS_MAX_BYTES_PER_DAY, 'yesterday');
    await fill(SITE_EVENTS_MAX_ROWS_PER_DAY - 1, 0);
    expect((await send(batch([vital('LCP', 1)]))).status).toBe(204);
    expect((await send(batch([vital('LCP', 1)]))).status).toBe(429);
    expect(await count()).toBe(1);
  });

  test('is kept for simultaneous batches', async () => {
    await fill(SITE_EVENTS_MAX_ROWS_PER_DAY - 5, 0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(batch([vital('LCP', 1)]))));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(await count()).toBe(5);
  });

  test('days without rows are deleted', async () => {
    await api.sql(
      `insert into private.site_event_days values ((now() at time zone 'utc')::date - $1::integer, 7, 7)`,
      [SITE_EVENTS_KEPT_DAYS + 2],
    );
    await send(batch([vital('LCP', 1)]));
    expect(await days()).toMatchObject([{ row_count: 1 }]);
  });
});

describe('site_event_stats', () => {
  test('returns the page times and failures of each version', async () => {
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
      recoveredFailures: 0,
      p75: { lcpMs: 3250, cls: 0.325, ttfbMs: 325, inpMs: null, fcpMs: null },
    };
    const noVital = { lcpMs: null, inpMs: null, cls: null, fcpMs: null };
    expect(told).toMatchObject([
      { p75: { ...noVital, ttfbMs: 5000 }, views: 1, failures: 0 },
      common,
      { p75: { ...noVital, ttfbMs: null }, views: 0, failures: 2, recoveredFailures: 1 },
      common,
    ]);
    for (const row of told) {
      expect(Date.parse(row.firstSeenAt)).toBeLessThanOrEqual(Date.parse(row.lastSeenAt));
    }
  });

  test('counts from the given moment, and answers an empty list without events', async () => {
    await send(batch([vital('TTFB', 100)]));
    await api.sql(`update private.site_events set occurred_at = now() - interval '2 hours'`);
    await send(batch([vital('TTFB', 300)], { host: 'h1' }));
    expect(await stats(new Date(Date.now() - 3_600_000).toISOString())).toMatchObject([
      { application: 'host', version: 'h1', views: 1, p75: { ttfbMs: 300 } },
    ]);
    expect(await stats(new Date(Date.now() + 3_600_000).toISOString())).toEqual([]);
  });
});

describe('site_errors', () => {
  test('counts an error per application and version, and stats count it beside views', async () => {
    await send(batch([vital('TTFB', 100), error()], { host: 'h1', portal: 'p1' }));
    await send(batch([vital('TTFB', 100), error()], { host: 'h1', portal: 'p1' }));
    const later = JSON.parse(JSON.stringify(error()).replaceAll('p1', 'p2').replaceAll('h1', 'h2'));
    await send(batch([later, error({ thrownIn: 'promise', stack: ['portal/p1/other.js:1:1'] })]));

    const told = await errors();
    expect(told).toMatchObject([
      { version: 'p1', times: 2, thrownIn: 'render', errorName: 'TypeError', paths: ['/pricing'] },
      { times: 1 },
      { times: 1 },
    ]);
    expect(told[0]).toMatchObject({ stack: error().stack, components: error().components });
    const fingerprintOf = (version: string, thrownIn: string) =>
      told.find((row: Record<string, unknown>) => row.version === version && row.thrownIn === thrownIn)
        .fingerprint;
    expect(fingerprintOf('p1', 'render')).toMatch(/^[0-9a-f]{12}$/);
    // The same file in another version throws the same error.
    expect(fingerprintOf('p2', 'render')).toBe(fingerprintOf('p1', 'render'));
    expect(fingerprintOf('p1', 'promise')).not.toBe(fingerprintOf('p1', 'render'));
    expect(await errors('marketing')).toEqual([]);

    const counted = (await stats()).map((row: Record<string, unknown>) => [
      `${row.application} ${row.version}`,
      row.views,
      row.errors,
    ]);
    expect(counted).toEqual([
      ['host h1', 2, 0],
      ['portal p1', 2, 3],
      ['portal p2', 0, 1],
    ]);
  });

  test('a script in a report is refused, and a flood of reports is bounded', async () => {
    const script = '<script>alert(1)</script>';
    const wrong = await send(batch([error({ stack: [`portal/p1/${script}.js:1:1`] })]));
    expect([wrong.status, await count()]).toEqual([400, 0]);
    await api.sql(
      `insert into private.rate_limit_counters values ('site-events:ip:192.0.2.200', $1, now() + interval '1 hour')`,
      [ATTEMPT_LIMITS['site-events:ip'].attempts - 10],
    );
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, page) =>
        send(batch(Array.from({ length: 5 }, (_, i) => error({ stack: [`portal/p1/a.js:${page}:${i}`] }))), {
          ip: '192.0.2.200',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await errors()).toHaveLength(50);
  });

  test('many invented paths do not make the answer long', async () => {
    for (let i = 0; i < 8; i++) await send({ ...batch([error()]), path: `/p${i}` });
    expect((await errors())[0]).toMatchObject({ times: 8, paths: ['/p0', '/p1', '/p2', '/p3', '/p4'] });
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

  test.each(OUTSIDE)('cannot be written or read by %s past the function', async (actor) => {
    await send(batch([vital('TTFB', 100)]));
    const refused = actor === 'anon' ? 401 : 403;
    const row = { composition_id: 'bait', versions: { host: 'h1' }, path: '/', events: [vital('LCP', 1)] };
    const args = { batch_param: row, counts_param: null, network_param: '192.0.2.1' };
    const recorded = await api.rpc('record_site_events', args, tokens[actor]);
    const told = await api.rpc('site_event_stats', { since_param: '2000-01-01T00:00:00Z' }, tokens[actor]);
    const listed = await api.rpc(
      'site_errors',
      { application_param: 'portal', since_param: '2000-01-01T00:00:00Z' },
      tokens[actor],
    );
    expect([recorded.status, told.status, listed.status]).toEqual([refused, refused, refused]);
    expect(told.text).not.toContain('h1');
    expect(await count()).toBe(1);
  });
});
