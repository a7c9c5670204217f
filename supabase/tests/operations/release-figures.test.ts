import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseFiguresSchema } from '../../../shared/src/contracts/backend/operations/release-figures.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());

beforeEach(() => api.sql('delete from private.site_events'));

async function figures() {
  return releaseFiguresSchema.parse((await api.rpc('get_release_figures', {}, tokens.manager)).body);
}

/** @param at SQL */
async function told(columns: string, values: string, at = 'now()') {
  await api.sql(
    `insert into private.site_events (composition_id, versions, path, occurred_at, ${columns})
     values ('c1', '{"host": "h1", "portal": "p2"}', '/sales-portal', ${at}, ${values})`,
  );
}

test('without a report there are no figures, since seven days', async () => {
  const { rows, since, now } = await figures();
  expect(rows).toEqual([]);
  expect(Date.parse(now) - Date.parse(since)).toBe(7 * 86_400_000);
});

test('a version has the views, failures, errors and speed of the last seven days', async () => {
  for (const ms of [100, 200, 300, 400, 500]) {
    await told('kind, metric, value', `'web-vital', 'TTFB', 10`);
    await told('kind, metric, value', `'web-vital', 'LCP', ${ms}`);
  }
  await told('kind, metric, value', `'web-vital', 'TTFB', 10`, "now() - interval '8 days'");
  const failure = `'remote-failure', 'portal', 'p2', 'failed', true`;
  await told('kind, remote, remote_version, reason, recovered', failure);
  const error = `'page-error', 'host', 'h1', 'script', 'TypeError', '[]', '[]'`;
  await told('kind, application, application_version, thrown_in, error_name, stack, components', error);
  const speed = { views: 5, lcpMs: 400, inpMs: null, cls: null };
  expect((await figures()).rows).toEqual([
    { application: 'host', version: 'h1', ...speed, failures: 0, errors: 1 },
    { application: 'portal', version: 'p2', ...speed, failures: 1, errors: 0 },
  ]);
});

/** Anybody can send reports: 200,000 a day. */
test('many reports shorten the time that is counted, and the answer says so', async () => {
  await api.sql(
    `insert into private.site_events (composition_id, versions, path, occurred_at, kind, metric, value)
     select 'c1', '{"host": "h1"}', '/', now() - n * interval '1 second', 'web-vital', 'TTFB', 10
     from generate_series(0, 100010) n`,
  );
  const { rows, since, now } = await figures();
  expect(rows).toMatchObject([{ application: 'host', views: 100_001 }]);
  expect(Date.parse(now) - Date.parse(since)).toBeLessThan(2 * 86_400_000);
});
