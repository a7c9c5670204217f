import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchCanaryFigures } from '../../../tools/release/decide/canary-figures.ts';
import { type Actor, layBait } from '../stand/bait.ts';
import { SITE_URL, startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.sql('delete from private.site_events');
});

/** Some minutes into a block of ten. */
const AT = '2026-11-20T10:00:00Z';
const instant = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

interface Told {
  minutes: number;
  version: string;
  path?: string;
}

const vital = (metric: string, value: number, { minutes, version, path = '/' }: Told) =>
  api.sql(
    `insert into private.site_events (occurred_at, composition_id, versions, path, kind, metric, value)
     values ($1::text::timestamptz, 'c', jsonb_build_object('host', 'h1', 'marketing', $2::text), $3, 'web-vital', $4, $5)`,
    [instant(minutes), version, path, metric, value],
  );
const failure = ({ minutes, version, path = '/' }: Told) =>
  api.sql(
    `insert into private.site_events
       (occurred_at, composition_id, versions, path, kind, remote, remote_version, reason, recovered)
     values ($1::text::timestamptz, 'c', '{"host": "h1"}', $3, 'remote-failure', 'marketing', $2, 'failed', true)`,
    [instant(minutes), version, path],
  );
const error = ({ minutes, version, path = '/' }: Told) =>
  api.sql(
    `insert into private.site_events
       (occurred_at, composition_id, versions, path, kind, application, application_version, thrown_in, error_name, stack, components)
     values ($1::text::timestamptz, 'c', '{"host": "h1"}', $3, 'page-error', 'marketing', $2, 'script', 'TypeError', '[]', '[]')`,
    [instant(minutes), version, path],
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

test('adds up views, speed and trouble per ten minutes, page and version', async () => {
  await vital('TTFB', 80, { minutes: 0, version: 'new' });
  await vital('LCP', 1000, { minutes: 0, version: 'new' });
  await vital('LCP', 2000, { minutes: 9, version: 'new' });
  await vital('INP', 50, { minutes: 9, version: 'new' });
  await vital('TTFB', 80, { minutes: 1, version: 'old', path: '/pricing' });
  await vital('TTFB', 80, { minutes: 11, version: 'old' });
  await vital('TTFB', 80, { minutes: 11, version: 'older' });

  const { startedAt, cells } = await figures();
  expect(startedAt).toEqual(new Date(instant(0)));
  const nothing = { failures: 0, loneFailures: 0, errors: 0, loneErrors: 0 };
  const noSpeed = { lcpCount: 0, lcpLogSum: 0, lcpLogSquareSum: 0 };
  const at = (minutes: number) => instant(minutes).replace('.000Z', '+00:00');
  expect(cells).toEqual([
    {
      ...nothing,
      blockStartedAt: at(0),
      path: '/',
      isCanary: true,
      views: 1,
      lcpCount: 2,
      lcpLogSum: expect.closeTo(Math.log(1000) + Math.log(2000), 9),
      lcpLogSquareSum: expect.closeTo(Math.log(1000) ** 2 + Math.log(2000) ** 2, 9),
    },
    { ...nothing, ...noSpeed, blockStartedAt: at(0), path: '/pricing', isCanary: false, views: 1 },
    { ...nothing, ...noSpeed, blockStartedAt: at(10), path: '/', isCanary: false, views: 1 },
  ]);
});

test('counts from the first report of the canary, in database time', async () => {
  await vital('TTFB', 80, { minutes: -30, version: 'old' });
  await vital('TTFB', 80, { minutes: 5, version: 'new' });
  await vital('TTFB', 80, { minutes: 6, version: 'old' });
  expect((await figures()).cells.map(({ views }) => views)).toEqual([1, 1]);

  const early = await figures(instant(7));
  expect(early).toMatchObject({ startedAt: null, cells: [] });
  expect(Math.abs(early.askedAt.getTime() - Date.now())).toBeLessThan(60_000);
});

test('a minute in which both versions fail counts for neither, and one in which one fails counts once', async () => {
  await vital('TTFB', 80, { minutes: 0, version: 'new' });
  await vital('TTFB', 80, { minutes: 0, version: 'new', path: '/pricing' });
  // An outage.
  await failure({ minutes: 1, version: 'new' });
  await failure({ minutes: 1.5, version: 'old' });
  // One visitor.
  await failure({ minutes: 3, version: 'new', path: '/pricing' });
  await failure({ minutes: 3.3, version: 'new' });
  await failure({ minutes: 3.6, version: 'new' });
  await failure({ minutes: 4, version: 'old' });
  // An error beside a failure is another kind of trouble.
  await error({ minutes: 4, version: 'new' });

  const { cells } = await figures();
  const sums = cells.map((cell) => [
    cell.isCanary ? 'new' : 'old',
    cell.path,
    cell.failures,
    cell.loneFailures,
    cell.errors,
    cell.loneErrors,
  ]);
  expect(sums).toEqual([
    ['old', '/', 2, 1, 0, 0],
    ['new', '/', 3, 0, 1, 1],
    ['new', '/pricing', 1, 1, 0, 0],
  ]);
});

test('simultaneous reports of one page count as one failure', async () => {
  await failure({ minutes: 1, version: 'new' });
  await failure({ minutes: 1, version: 'new' });
  expect((await figures()).cells).toMatchObject([{ failures: 1, loneFailures: 1 }]);
});

test('many invented paths are summed as one', async () => {
  await vital('TTFB', 80, { minutes: 0, version: 'new' });
  await vital('TTFB', 80, { minutes: 0, version: 'new' });
  for (let page = 0; page < 55; page += 1)
    await vital('TTFB', 80, { minutes: 1, version: 'new', path: `/p${page}` });
  const { cells } = await figures();
  expect(cells).toHaveLength(51);
  expect(cells.find(({ path }) => path === '/')?.views).toBe(2);
  expect(cells.find(({ path }) => path === null)?.views).toBe(6);
});

test.each(['anon', 'rep A', 'customer of A'] as const)('is refused to %s', async (actor) => {
  await vital('TTFB', 80, { minutes: 0, version: 'new' });
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
  expect(answer.text).not.toContain('cells');
});
