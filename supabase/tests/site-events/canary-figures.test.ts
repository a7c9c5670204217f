import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchCanaryFigures } from '../../../release/decide/canary-figures.ts';
import { judgeCanary } from '../../../release/decide/judge-canary.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { SITE_URL, startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

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
const FAILURE = { kind: 'remote-failure', remote: 'marketing', reason: 'failed', recovered: true };
const ERROR = {
  kind: 'page-error',
  application: 'marketing',
  thrownIn: 'script',
  name: 'TypeError',
  stack: [],
  components: [],
};
const VIEW = [vital('TTFB', 80), vital('LCP', 1000)];

/** Reports as the browsers of one address do. */
async function send(ip: string, version: string, events: readonly object[]): Promise<void> {
  const { status } = await api.call('/functions/v1/record-site-events', {
    body: { compositionId: 'c', versions: { host: 'h1', marketing: version }, path: '/', events },
    ip,
  });
  expect(status).toBe(204);
}
/** Fifteen minutes of failures: at each minute, one from each of these addresses. */
async function failEachMinute(addresses: readonly string[], version = 'new'): Promise<void> {
  for (let minute = 0; minute < 15; minute += 1) {
    await api.sql(`update private.site_events set occurred_at = occurred_at - interval '1 minute'`);
    for (const ip of addresses) await send(ip, version, [{ ...FAILURE, version }]);
  }
}
/** 250 views of a good canary, and 2,250 of the live version, from 25 networks. Sent one by one, they take seconds. */
const viewsOfBoth = () =>
  api.sql(
    `select private.keep_site_events(jsonb_build_object(
         'composition_id', 'c', 'versions', jsonb_build_object('host', 'h1', 'marketing', version), 'path', '/', 'events', $1::jsonb
       ), '198.51.' || network || case version when 'new' then '.7' else '.8' end)
     from generate_series(0, 24) network, unnest(array['new'] || array_fill('old'::text, array[9])) version`,
    [JSON.stringify(Array.from({ length: 10 }, () => VIEW).flat())],
  );
const figures = (since = '2000-01-01T00:00:00Z') =>
  fetchCanaryFigures(
    {
      url: SITE_URL,
      secretKey: api.backend.secretKey,
      fetch: (input, init) => api.backend.fetch(new Request(input, init), { ip: '203.0.113.1' }),
    },
    { app: 'marketing', canaryVersion: 'new', liveVersion: 'old', since: new Date(since) },
  );
const NO_REPORTS = {
  views: 0,
  failures: { reports: 0, networks: 0 },
  errors: { reports: 0, networks: 0 },
  lcp: { ms: null, networks: 0 },
};

describe('fifteen minutes with a failure in each', () => {
  beforeEach(viewsOfBoth);

  test('from one address do not abort a good canary', async () => {
    await failEachMinute(['203.0.113.9']);
    expect(judgeCanary(await figures(), 10).decision).toBe('wait');
  });

  test('from one address, beside three visitors who failed once, do not either', async () => {
    await failEachMinute(['203.0.113.9']);
    for (const ip of ['192.0.2.1', '198.18.0.1', '198.19.4.1'])
      await send(ip, 'new', [{ ...FAILURE, version: 'new' }]);
    expect(judgeCanary(await figures(), 10).decision).toBe('wait');
  });

  test('from many addresses of one network, of IPv4 or IPv6, do not either', async () => {
    const hosts = [1, 2, 3, 4, 5];
    await failEachMinute(hosts.map((host) => `203.0.113.${host}`));
    await failEachMinute(hosts.map((host) => `2001:db8:1:${host}::1`));
    expect(judgeCanary(await figures(), 10).decision).toBe('wait');
  });

  test('from several networks abort it', async () => {
    await failEachMinute(['203.0.113.9', '192.0.2.1', '198.18.0.1', '2001:db8:2::1', '198.19.4.1']);
    expect(judgeCanary(await figures(), 10)).toMatchObject({
      decision: 'abort',
      reasons: ['The canary has more failures.', {}, {}, {}],
    });
  });
});

test('sums leave the network with the most out, and LCP is the median of the networks', async () => {
  await send('192.0.2.1', 'new', [...VIEW, ...VIEW, vital('INP', 50), { ...FAILURE, version: 'new' }]);
  await send('192.0.2.1', 'new', [{ ...ERROR, version: 'new' }]);
  await send('198.18.0.1', 'new', [vital('TTFB', 80), vital('LCP', 4000), { ...ERROR, version: 'new' }]);
  await send('198.19.4.1', 'new', [vital('LCP', 2000), { ...ERROR, version: 'new' }]);
  await send('192.0.2.1', 'older', VIEW);
  const { canary, live } = await figures();
  expect(canary).toEqual({
    views: 1,
    failures: { reports: 0, networks: 1 },
    errors: { reports: 2, networks: 3 },
    lcp: { ms: expect.closeTo(2000, 6), networks: 3 },
  });
  expect(live).toEqual(NO_REPORTS);
});

test('what one page reports at once is one failure', async () => {
  await send('192.0.2.1', 'new', [{ ...FAILURE, version: 'new' }]);
  await send('198.18.0.1', 'new', [
    { ...FAILURE, version: 'new' },
    { ...FAILURE, version: 'new', reason: 'timed-out' },
  ]);
  expect((await figures()).canary.failures).toEqual({ reports: 1, networks: 2 });
});

test('counts from the first report of the canary, in database time', async () => {
  const later = () => api.sql(`update private.site_events set occurred_at = occurred_at - interval '1 hour'`);
  for (const ip of ['192.0.2.1', '198.18.0.1']) await send(ip, 'old', VIEW);
  await later();
  for (const ip of ['192.0.2.1', '198.18.0.1']) await send(ip, 'new', VIEW);
  for (const ip of ['192.0.2.1', '198.18.0.1', '198.19.4.1']) await send(ip, 'old', VIEW);
  const { askedAt, canary, live } = await figures();
  expect([canary.views, live.views]).toEqual([1, 2]);
  expect(Math.abs(askedAt.getTime() - Date.now())).toBeLessThan(60_000);
  const late = await figures(new Date(Date.now() + 60_000).toISOString());
  expect(late).toMatchObject({ canary: NO_REPORTS, live: NO_REPORTS });
});

test('of a network, one of 64 groups is kept', async () => {
  for (let network = 0; network < 40; network += 1)
    await send(`198.51.${network}.1`, 'new', [vital('TTFB', 80)]);
  await send('198.51.7.200', 'new', [vital('TTFB', 80)]);
  const rows = await api.sql<{ group: number }>(
    'select network_group as "group" from private.site_events order by id',
  );
  const groups = rows.map(({ group }) => group);
  expect(new Set(groups).size).toBeGreaterThan(20);
  expect(groups.every((group) => Number.isInteger(group) && group >= 0 && group < 64)).toBe(true);
  expect(groups.at(-1)).toBe(groups[7]);
});

test.each(['anon', 'rep A', 'customer of A'] as const)('is refused to %s', async (actor) => {
  await send('192.0.2.1', 'new', VIEW);
  const answer = await api.rpc(
    'canary_figures',
    {
      application_param: 'marketing',
      canary_version_param: 'new',
      live_version_param: 'old',
      since_param: '2000-01-01T00:00:00Z',
    },
    tokens[actor],
  );
  expect(answer.status).toBe(actor === 'anon' ? 401 : 403);
  expect(answer.text).not.toContain('lcp');
});
