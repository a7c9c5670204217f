import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const SESSIONS = 100_000;

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
  await api.sql(
    `insert into public.sales_sessions (sales_rep_id, refresh_hash)
     select (select id from public.sales_representatives limit 1), lpad(to_hex(n), 64, '0')
     from generate_series(1, ${SESSIONS}) as n`,
  );
  await api.sql(
    `insert into public.customer_sessions (qualified_lead_id, refresh_hash, expires_at)
     select (select id from public.qualified_leads limit 1), lpad(to_hex(n), 64, '0'), now() + interval '1 day'
     from generate_series(1, ${SESSIONS}) as n`,
  );
  await api.sql('analyze public.sales_sessions');
  await api.sql('analyze public.customer_sessions');
});

afterAll(() => api.close());

async function planOf(statement: string): Promise<string> {
  const rows = await api.sql<Record<string, string>>(`explain (costs off) ${statement}`);
  return rows.map((row) => Object.values(row)[0]).join('\n');
}

/** The very statement that a helper runs. */
async function bodyOf(name: string): Promise<string> {
  const [row] = await api.sql<{ body: string }>(
    'select prosrc as body from pg_proc where oid = to_regproc($1)::oid',
    [name],
  );
  if (!row) throw new Error(`No function ${name}`);
  return row.body;
}

test.each([
  ['private.current_rep_id', 'sales_sessions'],
  ['private.current_customer_id', 'customer_sessions'],
])('%s finds its session among 100,000 with one index scan', async (name, table) => {
  const plan = await planOf(await bodyOf(name));
  expect(plan.match(new RegExp(`Index Scan using ${table}_pkey on ${table} `, 'g'))).toHaveLength(1);
  expect(plan.match(new RegExp(` on ${table} `, 'g'))).toHaveLength(1);
});

test.each([
  ['public.renew_session', 'sales_sessions'],
  ['public.renew_session', 'customer_sessions'],
])('%s finds its %s by the hash of the secret', async (name, table) => {
  const plan = await planOf((await bodyOf(name)).replaceAll('refresh_hash_param', `repeat('a', 64)`));
  expect(plan.match(new RegExp(`Index Scan using ${table}_refresh_hash_key on ${table} `, 'g'))).toHaveLength(
    1,
  );
});
