import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

/* Rights themselves are proved in pgtap/: 020 and 030. This is how the declared objects must look. */

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')`;

test('every policy is named for its table, command and reader, and names its roles', async () => {
  const rows = await api.sql<{ name: string; table: string; command: string; roles: string }>(`
    select policyname as name, tablename as table, lower(cmd) as command, array_to_string(roles, ',') as roles
    from pg_policies where schemaname in ('public', 'private')`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row.name.startsWith(`${row.table}_${row.command}_`)).toBe(true);
    expect(row.roles).not.toContain('public');
  }
});

test('every policy asks who is calling once per statement, not once per row', async () => {
  const rows = await api.sql<{ name: string; condition: string }>(`
    select policyname as name, concat(qual, ' ', with_check) as condition
    from pg_policies where schemaname in ('public', 'private')`);
  const perRow = rows.filter(({ condition }) =>
    condition.replaceAll(/\( SELECT private\.\w+\(\) AS \w+\)/g, '').includes('private.'),
  );
  expect(perRow).toEqual([]);
  expect(rows.filter(({ condition }) => condition.includes('private.')).length).toBeGreaterThan(7);
});

test('every table and function is described', async () => {
  expect(
    await api.sql(`select c.relname from ${TABLES} and obj_description(c.oid, 'pg_class') is null`),
  ).toEqual([]);
  expect(
    await api.sql(`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and obj_description(p.oid, 'pg_proc') is null`),
  ).toEqual([]);
});

test('every column of cents says its unit', async () => {
  const rows = await api.sql<{ name: string; comment: string | null }>(`
    select a.attname as name, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0
      and (a.attname like '%cents' or a.attname in ('sale_amount', 'commission'))`);
  expect(rows.length).toBe(16);
  for (const row of rows) expect(row.comment).toContain('US cents');
});

test('every foreign key is indexed by its first column', async () => {
  expect(
    await api.sql(`
      select k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname in ('public', 'private') and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`),
  ).toEqual([]);
});

/** Regression: PostgreSQL 15 refused the search of a million people, which several processes read. */
test('what several processes may run at once catches no exception', async () => {
  expect(
    await api.sql(`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and p.proparallel = 's' and p.prosrc ~ '(?n)^\\s*exception\\M'`),
  ).toEqual([]);
});
