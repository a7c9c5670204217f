import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { procedureTimeoutMs } from '../../../operations/api/ops-api.ts';
import { DATABASE_TIMEOUT_MS } from '../../functions/api/deps.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

const LIMITS_MS = {
  anon: { statement: 3_000, lock: 1_000, idle: 10_000 },
  authenticated: { statement: 8_000, lock: 2_000, idle: 10_000 },
  service_role: { statement: 8_000, lock: 5_000, idle: 60_000 },
};

test.each(Object.entries(LIMITS_MS))('%s has its time limits', async (role, { statement, lock, idle }) => {
  const [row] = await api.sql<{ rolconfig: string[] }>(
    'select rolconfig from pg_catalog.pg_roles where rolname = $1',
    [role],
  );
  expect(row?.rolconfig).toEqual(
    expect.arrayContaining([
      `statement_timeout=${statement}`,
      `lock_timeout=${lock}`,
      `idle_in_transaction_session_timeout=${idle}`,
    ]),
  );
});

/** Regression: a function answered 503 after 10 s, and what it had asked for was done within the next 50. */
test('a statement of a function ends before the function stops waiting for it', () => {
  expect(LIMITS_MS.service_role.lock).toBeLessThan(LIMITS_MS.service_role.statement);
  expect(LIMITS_MS.service_role.statement).toBeLessThan(DATABASE_TIMEOUT_MS);
});

/** Regression: an import had a minute of its own, and was committed after its manager had read that it failed. */
test('a procedure that a function asks for a session has no longer limit', async () => {
  const rows = await api.sql(
    `select p.proname from pg_catalog.pg_proc p, unnest(p.proconfig) c
     where 'session_id_param' = any (p.proargnames) and c like 'statement_timeout=%'`,
  );
  expect(rows).toEqual([]);
});

/** Regression: retention and a large erasure were given up after 15 s, and done within the next minutes. */
test('a procedure of operators ends before their command stops waiting for it', async () => {
  const rows = await api.sql<{ name: string; ms: number }>(
    `select p.proname as name, extract(epoch from replace(c, 'statement_timeout=', '')::interval)::float * 1000 as ms
     from pg_catalog.pg_proc p, unnest(p.proconfig) c
     where p.pronamespace = 'public'::regnamespace and c like 'statement_timeout=%'`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'commit_sales_import',
      'stage_sales',
      'run_retention',
      'erase_person',
      'undo_handover',
    ]),
  );
  expect(rows.filter(({ name, ms }) => ms >= procedureTimeoutMs(name))).toEqual([]);
});

describe('a request', () => {
  beforeAll(async () => {
    await api.sql(`create function public.sleep_a_minute() returns void language sql
        as 'select pg_catalog.pg_sleep(60)'`);
    await api.sql(`create function public.limits() returns jsonb language sql as $$
        select jsonb_build_object('statement', current_setting('statement_timeout'),
          'lock', current_setting('lock_timeout'), 'idle', current_setting('idle_in_transaction_session_timeout'))$$`);
    await api.sql(`create function public.limits_of_an_import() returns text language sql
        set statement_timeout = '15min' as $$ select current_setting('statement_timeout') $$`);
    await api.sql(`grant execute on function public.sleep_a_minute(), public.limits(), public.limits_of_an_import()
        to anon, authenticated, service_role`);
  });

  test.each(['anon', 'rep A'] as const)(
    'a statement of %s that takes a minute is cancelled',
    async (actor) => {
      const startedAt = performance.now();
      const answer = await api.rpc('sleep_a_minute', {}, tokens[actor]);
      expect(answer.status).toBe(500);
      expect(performance.now() - startedAt).toBeLessThan(40_000);
    },
    60_000,
  );

  test('every request has the limits of its own role, not those of the previous request', async () => {
    const inForce = async (options: { token?: string; key?: string }) =>
      (await api.call('/rest/v1/rpc/limits', { body: {}, ...options })).body;
    for (let round = 0; round < 3; round += 1) {
      expect(await inForce({})).toEqual({ statement: '3s', lock: '1s', idle: '10s' });
      expect(await inForce({ token: tokens['rep A'] })).toEqual({
        statement: '8s',
        lock: '2s',
        idle: '10s',
      });
      expect(await inForce({ key: api.backend.secretKey })).toEqual({
        statement: '8s',
        lock: '5s',
        idle: '1min',
      });
    }
    expect(await api.sql('show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
  });

  test('a procedure with its own limit uses it', async () => {
    const answer = await api.call('/rest/v1/rpc/limits_of_an_import', {
      body: {},
      key: api.backend.secretKey,
    });
    expect(answer.body).toBe('15min');
  });
});
