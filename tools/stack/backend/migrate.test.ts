import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryOnce, withConnection } from '../../postgres/connect.ts';
import { type Database, openDatabase } from './engine/database.ts';
import { migrate } from './engine/migrate.ts';
import { createTestDatabase, type TestDatabase } from './schema/test-database.ts';

/** Changes of a table that is there and has rows. */
const FIRST = '20300101000000_first.sql';
const NEXT = '20300101000001_next.sql';
const INDEX = '20300101000002_index.sql';
const FILES = {
  [FIRST]: 'create table public.sales as select n from generate_series(1, 1000) as n;',
  // The lock is free, unless a test has it.
  [NEXT]: `set local lock_timeout = '3s';
    create table public.regions (name text);
    select from pg_advisory_xact_lock(1);
    alter table public.sales add column region text not null default '';`,
  [INDEX]: `-- pg-delta: transaction=false
set lock_timeout = '1min';

drop index concurrently if exists public.sales_n_idx;

create index concurrently sales_n_idx on public.sales (n);
`,
};

let dir: string;
let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corvane-migrate-'));
  created = await createTestDatabase();
  database = await openDatabase(created.url);
  write(FIRST);
  await migrate(database, dir);
});
afterEach(async () => {
  await database.close();
  await created.drop();
  rmSync(dir, { recursive: true, force: true });
});

function write(...files: (keyof typeof FILES)[]): void {
  for (const file of files) writeFileSync(join(dir, file), FILES[file] ?? '');
}
const recorded = async () =>
  (
    await database.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    )
  ).map(({ version }) => version);
const versions = (...files: string[]) => files.map((file) => file.slice(0, 14));
const [COLUMN, TABLE, MADE_INDEX] = [
  `select from pg_attribute where attrelid = 'public.sales'::regclass and attname = 'region'`,
  `select from pg_class where oid = to_regclass('public.regions')`,
  `select indisvalid as valid from pg_index where indexrelid = to_regclass('public.sales_n_idx')`,
];

/** While another connection has made these statements and not committed. */
function during<T>(statements: string, work: () => Promise<T>): Promise<T> {
  return withConnection(created.url, async (sql) => {
    await sql.query(`begin; ${statements}`);
    return work();
  });
}

/** Ends the connection of a migration as soon as one of its statements waits. */
async function killWaiting(statement: string): Promise<void> {
  await expect
    .poll(() =>
      queryOnce(
        created.url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
        [`%${statement}%`],
      ),
    )
    .toHaveLength(1);
}

test('a repeated run changes nothing', async () => {
  write(NEXT, INDEX);
  expect(await migrate(database, dir)).toEqual([NEXT, INDEX]);
  const before = await recorded();
  expect(await migrate(database, dir)).toEqual([]);
  expect(await recorded()).toEqual(before);
});

/** Regression: the run that waits for the other one kept its index from being finished. */
test('of several runs at once, each file is applied by one', async () => {
  write(NEXT, INDEX);
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database, dir)));
  expect(runs.flat().sort()).toEqual([NEXT, INDEX]);
  expect(await recorded()).toEqual(versions(FIRST, NEXT, INDEX));
  expect(await database.query(MADE_INDEX)).toEqual([{ valid: true }]);
});

test('a run that waits for another one says once for which, after a second', async () => {
  write(NEXT);
  const said: string[] = [];
  const second = await openDatabase(created.url, { log: (line) => said.push(line) });
  const { pid, run } = await database.alone(async (sql) => {
    const waiting = migrate(second, dir);
    await expect.poll(() => said, { timeout: 10_000 }).not.toEqual([]);
    const [first] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { pid: first?.pid, run: { waiting } };
  });
  expect(await run.waiting).toEqual([NEXT]);
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(`^Waiting for another run that changes this database: connection ${pid} from `),
    ),
  ]);
  await second.close();
});

test('a run that is interrupted inside a file leaves nothing of it, and the next one completes', async () => {
  write(NEXT);
  await during('select pg_advisory_xact_lock(1)', async () => {
    const run = migrate(database, dir).catch((error: Error) => error.message);
    await killWaiting('create table public.regions');
    expect(await run).toMatch(/^Migration 20300101000001_next\.sql failed and was rolled back: /);
  });
  expect(await database.query(TABLE)).toEqual([]);
  expect(await recorded()).toEqual(versions(FIRST));
  expect(await migrate(database, dir)).toEqual([NEXT]);
  expect(await database.query(COLUMN)).toHaveLength(1);
});

test('an index that is interrupted is made again by the next run', async () => {
  write(INDEX);
  await during('update public.sales set n = n where n = 1', async () => {
    const run = migrate(database, dir).catch((error: Error) => error.message);
    await killWaiting('create index concurrently');
    expect(await run).toMatch(
      /^Migration 20300101000002_index\.sql failed, and is run again from its first statement: /,
    );
  });
  expect(await database.query(MADE_INDEX)).toEqual([{ valid: false }]);
  expect(await recorded()).toEqual(versions(FIRST));
  expect(await migrate(database, dir)).toEqual([INDEX]);
  expect(await database.query(MADE_INDEX)).toEqual([{ valid: true }]);
});

test('a run that waits for a lock gives up after 3 s, changes nothing, and the next one completes', async () => {
  write(NEXT);
  const waitedMs = await during('lock table public.sales in access exclusive mode', async () => {
    const startedAt = performance.now();
    await expect(migrate(database, dir)).rejects.toThrow(
      'rolled back: canceling statement due to lock timeout',
    );
    return performance.now() - startedAt;
  });
  expect(waitedMs).toBeGreaterThan(2_900);
  expect(await database.query(TABLE)).toEqual([]);
  expect(await recorded()).toEqual(versions(FIRST));
  expect(await migrate(database, dir)).toEqual([NEXT]);
});

test.each([
  ['20290101000000_earlier.sql', 'from a newer version'],
  [NEXT, 'made by an older version'],
])('data that a checkout with %s alone did not make is %s', async (file, words) => {
  rmSync(join(dir, FIRST));
  writeFileSync(join(dir, file), 'select 1;');
  await expect(migrate(database, dir)).rejects.toThrow(words);
});
