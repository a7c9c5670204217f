import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')`;

test('row-level security is on for every table', async () => {
  expect(
    await api.sql(`select n.nspname || '.' || c.relname as open from ${TABLES} and not c.relrowsecurity`),
  ).toEqual([]);
});

test('only service_role of the API roles may write, and no API role may truncate', async () => {
  const rights = await api.sql(`
    select r.role, n.nspname || '.' || c.relname as table, p.right
    from ${TABLES.replace(
      'where',
      `
      cross join unnest(array['anon', 'authenticated', 'api_reader']) as r (role)
      cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p ("right")
    where`,
    )} and has_table_privilege(r.role, c.oid, p.right)`);
  expect(rights).toEqual([]);
});

test('API roles may not read a single column of a table or view', async () => {
  const readable = await api.sql(`
    select r.role, n.nspname || '.' || c.relname as relation
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['anon', 'authenticated']) as r (role)
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_any_column_privilege(r.role, c.oid, 'select')`);
  expect(readable).toEqual([]);
});

test('the role of the procedures cannot log in, bypasses no policy, and no API role is a member of it', async () => {
  const [role] = await api.sql(`
    select rolcanlogin as login, rolsuper as super, rolbypassrls as bypass,
      (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
      pg_has_role('anon', 'api_reader', 'member') or pg_has_role('authenticated', 'api_reader', 'member') as given
    from pg_roles r where rolname = 'api_reader'`);
  expect(role).toEqual({ login: false, super: false, bypass: false, memberships: 0, given: false });
  expect(await api.sql(`select relname from pg_class where relowner = 'api_reader'::regrole`)).toEqual([]);
});

test('every function fixes its search path', async () => {
  const rows = await api.sql<{ name: string; config: string | null }>(`
    select p.proname as name, array_to_string(p.proconfig, ',') as config
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`);
  expect(rows.filter((row) => !row.config?.split(',').includes('search_path=""'))).toEqual([]);
});

test("procedures for API roles run as api_reader; only session helpers, and what managers see of others, run as the tables' owner", async () => {
  const rows = await api.sql<{ name: string; owner: string; callable: boolean }>(`
    select n.nspname || '.' || p.proname as name, p.proowner::regrole::text as owner,
      has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
        as callable
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef order by 1`);
  const ofApi = rows.filter((row) => row.owner === 'api_reader').map((row) => row.name);
  expect(rows.filter((row) => row.owner !== 'api_reader').map((row) => row.name)).toEqual([
    'private.current_customer_id',
    'private.current_manager_until',
    'private.current_rep_id',
    'private.handover_choice_rows',
    'private.newest_migration',
    'private.recent_handovers',
    'private.record_backup_run',
    'private.refuse_ended_session',
    'private.rep_rows',
    'private.rep_session_rows',
  ]);
  expect(rows.filter((row) => row.callable).map((row) => row.name)).toEqual(ofApi);
  expect(ofApi.length).toBeGreaterThan(20);
});

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
  expect(rows.length).toBe(9);
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
