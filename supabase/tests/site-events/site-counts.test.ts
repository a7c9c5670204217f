import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COUNTED } from '../../../shared/src/contracts/backend/counted.ts';
import {
  SITE_COUNTS_KEPT_DAYS,
  SITE_COUNTS_MAX_CAMPAIGNS_PER_DAY,
  SITE_COUNTS_MAX_PER_DAY,
  SITE_COUNTS_MAX_ROWS_PER_DAY,
} from '../../../shared/src/contracts/backend/terms.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['site_counts', 'site_event_days', 'rate_limit_counters']) {
    await api.sql(`delete from private.${table}`);
  }
});

const add = async (fields: Record<string, unknown> = {}) => {
  const batch = {
    ...{ page: '/', source: 'direct', campaign: '', host_version: 'h1', marketing_version: 'm1' },
    ...{ counts: ['view'], ...fields },
  };
  return (await api.sql<{ kept: boolean }>('select private.add_site_counts($1) as kept', [batch]))[0]?.kept;
};
const rows = () =>
  api.sql<Record<string, unknown>>(
    'select page, source, campaign, what, count from private.site_counts order by page, campaign, what',
  );
const figures = async (days: number) =>
  (await api.call('/rest/v1/rpc/site_figures', { body: { days_param: days }, key: api.backend.secretKey }))
    .body;
const partOf = (answer: { parts: { part: string; name: string; counts: unknown }[] }, part: string) =>
  answer.parts.filter((row) => row.part === part).map(({ name, counts }) => [name, counts]);

test('everything that a browser may count can be stored, as one row that grows', async () => {
  expect(await add({ counts: [...COUNTED] })).toBe(true);
  expect(await add({ counts: ['view'] })).toBe(true);
  const stored = await rows();
  expect(stored.map(({ what }) => what).sort()).toEqual([...COUNTED].sort());
  expect(stored.find(({ what }) => what === 'view')?.count).toBe(2);
});

test('a beacon becomes a sum without a trace of its sender, and an invented page is other', async () => {
  const answer = await api.call('/functions/v1/record-site-events', {
    body: {
      compositionId: 'c0ffee',
      versions: { host: 'h666' },
      path: '/invented-by-a-stranger',
      referrer: 'www.google.com',
      campaign: 'mail/ada@engine.example',
      events: [{ kind: 'count', what: 'view' }],
    },
    key: null,
    ip: '198.51.100.23',
    headers: { 'user-agent': 'Bait Browser' },
  });
  expect([answer.status, answer.text]).toEqual([204, '']);
  const stored = await api.sql('select * from private.site_counts');
  expect(stored).toMatchObject([
    { page: 'other', source: 'search', campaign: 'other', host_version: 'other', marketing_version: 'other' },
  ]);
  expect(JSON.stringify(stored)).not.toMatch(/198\.51|Bait|\bada\b|google|invented/);
});

test('with Sec-GPC nothing is stored', async () => {
  const answer = await api.call('/functions/v1/record-site-events', {
    body: {
      ...{ compositionId: 'c', versions: { host: 'h1' }, path: '/' },
      events: [
        { kind: 'count', what: 'view' },
        { kind: 'web-vital', metric: 'CLS', value: 0.4242 },
      ],
    },
    headers: { 'sec-gpc': '1' },
  });
  expect(answer.status).toBe(204);
  expect(await rows()).toEqual([]);
  expect(await api.sql('select from private.site_events where value = 0.4242')).toEqual([]);
  expect(await api.sql('select from private.rate_limit_counters')).toEqual([]);
});

test('beyond the campaigns of a day, new ones are other and known ones still count', async () => {
  await Promise.all(
    Array.from({ length: SITE_COUNTS_MAX_CAMPAIGNS_PER_DAY + 10 }, (_, i) => add({ campaign: `news/c${i}` })),
  );
  const named = async () => (await rows()).filter(({ campaign }) => campaign !== 'other');
  expect(await named()).toHaveLength(SITE_COUNTS_MAX_CAMPAIGNS_PER_DAY);
  expect(await rows()).toContainEqual({
    ...{ page: '/', source: 'direct', what: 'view' },
    ...{ campaign: 'other', count: 10 },
  });
  const [known] = await named();
  await add({ campaign: known?.campaign });
  expect(await rows()).toContainEqual({ ...known, count: 2 });
});

test('a table that is full for the day takes no new row but the one for all others', async () => {
  await api.sql(`insert into private.site_counts
    select (now() at time zone 'utc')::date, '/p' || n, 'direct', '', 'h1', 'm1', 'view', 1
    from generate_series(1, ${SITE_COUNTS_MAX_ROWS_PER_DAY}) n`);
  expect(await add({ page: '/new', campaign: 'news/new', host_version: 'h2' })).toBe(true);
  expect(await add({ page: '/p7' })).toBe(true);
  const stored = await rows();
  expect(stored).toHaveLength(SITE_COUNTS_MAX_ROWS_PER_DAY + 1);
  expect(stored).toContainEqual({
    page: 'other',
    source: 'direct',
    campaign: 'other',
    what: 'view',
    count: 1,
  });
  expect(stored).toContainEqual({ page: '/p7', source: 'direct', campaign: '', what: 'view', count: 2 });
});

test('when the counts of a day are used up, nothing is added', async () => {
  await api.sql(
    `insert into private.site_event_days values ((now() at time zone 'utc')::date, 0, 0, ${SITE_COUNTS_MAX_PER_DAY - 3})`,
  );
  const kept = await Promise.all(Array.from({ length: 8 }, () => add()));
  expect(kept.filter(Boolean)).toHaveLength(3);
  expect(await rows()).toMatchObject([{ count: 3 }]);
  expect(await add({ counts: ['view', 'visit'] })).toBe(false);
});

test('figures sum the days asked for, by day, page, source, campaign and version', async () => {
  await add({ counts: ['visit', 'view'], campaign: 'news/autumn', source: 'website' });
  await add({ page: '/contact', counts: ['view', 'form-opened', 'form-sent'], marketing_version: 'm2' });
  await api.sql(`insert into private.site_counts values
    ((now() at time zone 'utc')::date - 1, '/', 'search', '', 'h1', 'm1', 'view', 5),
    ((now() at time zone 'utc')::date - 7, '/old', 'search', '', 'h0', 'm0', 'view', 9)`);

  const week = await figures(7);
  expect(partOf(week, 'pages')).toEqual([
    ['/', { view: 6, visit: 1 }],
    ['/contact', { view: 1, 'form-opened': 1, 'form-sent': 1 }],
  ]);
  expect(partOf(week, 'campaigns')).toEqual([['news/autumn', { view: 1, visit: 1 }]]);
  expect(partOf(week, 'sources').map(([name]) => name)).toEqual(['search', 'direct', 'website']);
  expect(partOf(week, 'versions')).toEqual([
    ['host h1', expect.objectContaining({ view: 7 })],
    ['marketing m1', { view: 6, visit: 1 }],
    ['marketing m2', { view: 1, 'form-opened': 1, 'form-sent': 1 }],
  ]);
  expect(partOf(week, 'days')).toHaveLength(2);
  expect(partOf(await figures(8), 'pages').map(([name]) => name)).toContain('/old');
  expect(partOf(await figures(1), 'pages')).toContainEqual(['/', { view: 1, visit: 1 }]);
});

test('the retention job removes days that are over, and no younger one', async () => {
  await api.sql(
    `insert into private.site_counts
     select (now() at time zone 'utc')::date - $1::integer - n, '/', 'direct', '', 'h1', 'm1', 'view', 1
     from generate_series(0, 1) n`,
    [SITE_COUNTS_KEPT_DAYS],
  );
  await api.sql('select public.run_retention(false)');
  expect(await rows()).toHaveLength(1);
});
