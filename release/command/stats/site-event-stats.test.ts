import { expect, test, vi } from 'vitest';
import { fetchSiteEventStats, formatSiteEventStats, type SiteEventStats } from './site-event-stats.ts';

const STATS: SiteEventStats = {
  application: 'marketing',
  version: 'm2',
  views: 4000,
  failures: 6,
  recoveredFailures: 5,
  errors: 9,
  p75: { lcpMs: 1234.56, inpMs: 80, cls: 0.0149, fcpMs: 900, ttfbMs: 120 },
  firstSeenAt: '2026-11-21T10:00:00+00:00',
  lastSeenAt: '2026-11-21T12:00:00+00:00',
};
const NOTHING_TOLD = { lcpMs: null, inpMs: null, cls: null, fcpMs: null, ttfbMs: null };

const connection = (answer: Response, asked?: (request: Request) => void) => ({
  url: 'http://stats.test',
  secretKey: 'sb_secret_test',
  fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
    asked?.(new Request(input, init));
    return answer;
  },
});

test('asks with the secret key for the hours that are wanted', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  const requests: Request[] = [];
  const stats = await fetchSiteEventStats(
    connection(Response.json([STATS]), (request) => requests.push(request)),
    6,
  ).finally(() => vi.useRealTimers());
  expect(stats).toEqual([STATS]);
  const [request] = requests;
  expect(request?.url).toBe('http://stats.test/rest/v1/rpc/site_event_stats');
  expect(request?.headers.get('apikey')).toBe('sb_secret_test');
  expect(await request?.json()).toEqual({ since_param: '2026-11-21T06:00:00.000Z' });
});

test('a key that is refused and an answer that is no table are errors, not empty tables', async () => {
  await expect(fetchSiteEventStats(connection(new Response('', { status: 401 })), 1)).rejects.toThrow(
    'http://stats.test refuses the secret key',
  );
  await expect(fetchSiteEventStats(connection(Response.json({ rows: [] })), 1)).rejects.toThrow();
});

test('writes a table whose figures can be compared', () => {
  const table = formatSiteEventStats(
    [
      STATS,
      { ...STATS, version: 'm10', views: 12, failures: 3, errors: 1, p75: { ...NOTHING_TOLD, cls: 0 } },
      { ...STATS, application: 'portal', version: 'p1', views: 0, failures: 2, p75: NOTHING_TOLD },
      { ...STATS, application: 'host', version: 'h1', views: 0, failures: 0, errors: 0, p75: NOTHING_TOLD },
    ],
    {
      versions: { host: 'h1', marketing: 'm2', portal: 'p0' },
      canaries: [{ app: 'marketing', version: 'm10', percent: 10, commit: null, compositionId: 'c' }],
    },
  );
  expect(table.split('\n')).toEqual([
    'application  version                views  LCP p75  INP p75  CLS p75  failures/1000 views  errors/1000 views',
    'marketing    m2       live           4000  1235 ms    80 ms    0.015                  1.5                2.3',
    'marketing    m10      canary, 10 %     12        -        -    0.000                250.0               83.3',
    'portal       p1                         0        -        -        -         2 in no view       9 in no view',
    'host         h1       live              0        -        -        -                    -                  -',
  ]);
});

test('says so if no browser has reported anything', () => {
  expect(formatSiteEventStats([], null)).toBe('No browser has reported anything yet.');
});
