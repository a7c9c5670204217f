import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});
afterAll(() => api.close());

const counters = () =>
  api.sql<{ bucket: string; attempts: number }>(
    'select bucket, attempts from private.rate_limit_counters order by bucket',
  );
const addStale = (count: number) =>
  api.sql(
    `insert into private.rate_limit_counters
     select 'stale-' || n, 1, now() - interval '1 hour' + n * interval '1 second' from generate_series(1, $1::int) n`,
    [count],
  );

test('each attempt deletes a few stale counters, and counts in its own even if that is stale', async () => {
  await addStale(30);
  await api.sql("select public.take_attempt('stale-30', 5, 60)");
  const left = await counters();
  expect(left).toHaveLength(10);
  expect(left).toContainEqual({ bucket: 'stale-30', attempts: 1 });
});

/**
 * Regression: an attempt deleted stale counters before it counted in its own. Two of them deleted what the other one needed,
 * so PostgreSQL ended one of the two.
 */
test('two attempts with stale counters never wait for each other', async () => {
  await api.sql('truncate private.rate_limit_counters');
  await addStale(40);
  // Both attempts have deleted what they delete before the first counts in its second counter.
  await api.sql(`
      create function private.pause() returns trigger language plpgsql set search_path = '' as $$
      begin
        perform pg_catalog.pg_sleep(1);
        return new;
      end $$`);
  await api.sql(`
      create trigger pause before insert on private.rate_limit_counters
      for each row when (new.bucket like 'pause-%') execute function private.pause()`);
  const count = (first: string, second: string) => {
    const limits = [first, second].map((bucket) => ({ bucket, attempts: 5, window_seconds: 60 }));
    return api.sql('select private.count_attempt($1::jsonb)', [JSON.stringify(limits)]);
  };
  await Promise.all([count('pause-1', 'stale-30'), count('pause-2', 'stale-5')]);
  const names = (await counters()).map(({ bucket }) => bucket);
  expect(names).toEqual(expect.arrayContaining(['pause-1', 'pause-2', 'stale-30', 'stale-5']));
}, 60_000);
