import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { generateSales } from '../../../tools/bench/screens/generate-sales.ts';
import { compareWithMigrations } from '../../../tools/db/compare-with-migrations.ts';
import { describeDatabase, differences } from '../../../tools/db/describe-database.ts';
import { freezeMigrations, frozenMigrations, hasFrozen } from '../../../tools/db/frozen-migrations.ts';
import { writeNextMigration } from '../../../tools/db/write-next-migration.ts';
import { describeNeeding } from '../../../tools/machine/describe-needing.ts';
import { startSystemPostgres } from '../../../tools/postgres/start-system-postgres.ts';
import { openDatabase } from '../../../tools/stack/backend/engine/database.ts';
import { migrate } from '../../../tools/stack/backend/engine/migrate.ts';
import { createPreparedDatabase } from '../../../tools/stack/backend/schema/test-database.ts';
import { copyFunctions, frozenCommit, startFunctions } from '../fixtures/functions-version.ts';
import { addRep } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const SUPABASE = join(import.meta.dirname, '../..');
const SALES = 1_000_000;
/** People who work at the same time. */
const WORKING = 4;
/** So long may a migration wait for a lock, and others behind it. */
const LONGEST_MS = 3_000;

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

/**
 * Changes of each kind: a column with a default and a check, an index, and a procedure with another answer. Only the new
 * functions call the procedure that is new.
 */
function changeSchemas(dir: string): void {
  edit(
    join(dir, 'schemas/sales.sql'),
    '  commission bigint not null',
    "  region text not null default 'nowhere' check (region <> ''),\n  commission bigint not null",
  );
  edit(join(dir, 'schemas/sales-table.sql'), "'isCancelled',", "'region', s.region, 'isCancelled',");
  const table = readFileSync(join(dir, 'schemas/sales-table.sql'), 'utf8');
  writeFileSync(
    join(dir, 'schemas/sales-table.sql'),
    `${table}\ncreate index sales_records_region_idx on public.sales_records (sales_rep_id, region);\n`,
  );
  edit(
    join(dir, 'schemas/last.sql'),
    'revoke create',
    `create function public.begin_rep_session_2(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, network_param text,
  time_zone_param text
) returns jsonb
language sql set search_path = ''
as $$
  select public.begin_rep_session(
    credential_hash_param, refresh_hash_param, ip_address_param, user_agent_param, network_param, time_zone_param
  )
$$;
grant execute on function public.begin_rep_session_2(text, text, text, text, text, text) to service_role;
revoke create`,
  );
}

type Functions = Awaited<ReturnType<typeof startFunctions>>;

/** The functions of the last freeze, and those of this checkout, which need what is new. */
async function startBoth(dir: string, api: TestBackend): Promise<{ old: Functions; new: Functions }> {
  const [before, after] = [join(dir, 'functions-before'), join(dir, 'functions-after')];
  copyFunctions(before, frozenCommit());
  copyFunctions(after);
  const calls = join(after, 'supabase/functions/api/database/session-calls.ts');
  edit(calls, "'begin_rep_session'", "'begin_rep_session_2'");
  return { old: await startFunctions(before, api), new: await startFunctions(after, api) };
}

interface Work {
  /** How often each call had which status. */
  counts: Record<string, number>;
  slowestMs: number;
  /** Sales that were stored while the index was made. A lock on those who write would let none through. */
  soldDuringIndex: number;
  /** Answers of the procedure before it was replaced, and afterwards. */
  answers: { old: number; new: number };
}

/** People sign in, read and sell, until that is ended. The new functions come once they are released. */
function startWork(
  api: TestBackend,
  token: string,
  functions: { old: Functions; new: Functions },
): { work: Work; release(): void; end(): Promise<void> } {
  const work: Work = { counts: {}, slowestMs: 0, soldDuringIndex: 0, answers: { old: 0, new: 0 } };
  let isReleased = false;
  let isOver = false;
  const measure = async (name: string, call: () => Promise<number>) => {
    const startedAt = performance.now();
    const status = await call();
    work.slowestMs = Math.max(work.slowestMs, performance.now() - startedAt);
    work.counts[`${name} ${status}`] = (work.counts[`${name} ${status}`] ?? 0) + 1;
  };
  const salesId = api.backend.demo.salesIds[0];
  const person = async (n: number) => {
    while (!isOver) {
      // A part of the people has the old functions until the last of them is replaced.
      await measure('old sign in', () => functions.old('sign-in-rep', { salesId }, `203.0.113.${n}`));
      if (isReleased)
        await measure('new sign in', () => functions.new('sign-in-rep', { salesId }, `203.0.113.${n}`));
      await measure('read', async () => {
        const { status, body } = await api.rpc('get_sales_table', { page_size: 5 }, token);
        if (status === 200) work.answers['region' in body.rows[0] ? 'new' : 'old'] += 1;
        return status;
      });
      await measure(
        'sum up',
        async () => (await api.rpc('get_sales_dashboard', { filter: {} }, token)).status,
      );
      await measure('sell', async () => {
        const [sold] = await api.sql<{ is_during_index: boolean }>(
          `insert into public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount)
           select id, current_date, 'Moonshot', 'monthly', 100 from public.sales_representatives limit 1
           returning exists (select from pg_stat_progress_create_index) as is_during_index`,
        );
        if (sold?.is_during_index) work.soldDuringIndex += 1;
        return 200;
      });
    }
  };
  const working = Promise.all(Array.from({ length: WORKING }, (_, n) => person(n + 1)));
  return {
    work,
    release: () => {
      isReleased = true;
    },
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

describeNeeding('postgresql', 'a later migration', () => {
  test('of a database with many sales, while people work', { tags: ['deep'], timeout: 900_000 }, async () => {
    vi.stubEnv('GITHUB_ACTIONS', '');
    const dir = mkdtempSync(join(tmpdir(), 'corvane-later-'));
    const server = await startSystemPostgres();
    try {
      const filter = (file: string) => !/supabase\/(functions|tests|node_modules|tsconfig\.json)$/.test(file);
      cpSync(SUPABASE, dir, { recursive: true, filter });
      if (!hasFrozen(dir)) freezeMigrations(dir);
      const frozen = join(dir, 'frozen');
      mkdirSync(frozen);
      for (const file of frozenMigrations(dir)) cpSync(join(dir, 'migrations', file), join(frozen, file));
      changeSchemas(dir);
      const { left } = await writeNextMigration(dir, 'add_region');
      expect(left).toEqual([]);

      const database = await createPreparedDatabase(server.url);
      const api = await startTestBackend({}, { database, migrationsDir: frozen });
      try {
        const rep = await addRep(api, 'Busy');
        await generateSales(api.sql, rep.repId, SALES);
        const owner = await openDatabase(database.url);
        const functions = await startBoth(dir, api);
        const body = { salesId: api.backend.demo.salesIds[0] };
        expect(await functions.new('sign-in-rep', body, '203.0.113.9')).toBe(500);
        const { work, release, end } = startWork(api, rep.token, functions);
        try {
          await expect.poll(() => work.answers.old).toBeGreaterThan(0);
          await expect.poll(() => work.counts['old sign in 200']).toBeGreaterThan(0);
          await migrate(owner, join(dir, 'migrations'));
          const signedIn = work.counts['old sign in 200'] ?? 0;
          release();
          await expect.poll(() => work.answers.new).toBeGreaterThan(0);
          await expect.poll(() => work.counts['new sign in 200']).toBeGreaterThan(0);
          await expect.poll(() => work.counts['old sign in 200']).toBeGreaterThan(signedIn);
        } finally {
          await end();
          await owner.close();
        }
        expect(Object.keys(work.counts).filter((call) => !call.endsWith(' 200'))).toEqual([]);
        expect(work.slowestMs).toBeLessThan(LONGEST_MS);
        expect(work.soldDuringIndex).toBeGreaterThan(0);
        await api.sql('drop schema supabase_migrations cascade');
        await compareWithMigrations(dir, async ({ declared, differences: drift }) => {
          expect(drift).toEqual([]);
          expect(differences(await describeDatabase(database.url), declared)).toEqual([]);
        });
      } finally {
        await api.close();
      }
    } finally {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
