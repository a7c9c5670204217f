import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool, type Pool } from '@corvane/tools/postgres/connect';
import { startSystemPostgres } from '@corvane/tools/postgres/start-system-postgres';
import type { ThrowAwayPostgres } from '@corvane/tools/postgres/throw-away-postgres';
import { openDatabase } from '@corvane/tools/stack/backend/engine/database';
import { migrate } from '@corvane/tools/stack/backend/engine/migrate';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from './make-backup.ts';

/*
 * The archive machine holds the password of corvane_backup. An attacker who takes that machine can do what the role
 * can do.
 */

const PASSWORDS = Object.fromEntries(
  ['OWNER', 'API', 'ARCHIVE', 'BACKUP'].map((name) => [`DATABASE_${name}_PASSWORD`, `of-${name}`]),
);

let server: ThrowAwayPostgres;
let folder: string;
let backup: Pool;

beforeAll(async () => {
  server = await startSystemPostgres();
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-backup-role-'));
  execFileSync('psql', ['-X', '-q', '-d', server.url, '-f', 'production/roles.sql'], {
    cwd: WORKSPACE_ROOT,
    env: { ...process.env, ...PASSWORDS },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const owner = await openDatabase(urlOf('corvane_owner'));
  await migrate(owner, path.join(WORKSPACE_ROOT, 'supabase/migrations'));
  await owner.close();
  backup = openPool(urlOf('corvane_backup'), 1);
});
afterAll(async () => {
  await backup?.close();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true });
});

function urlOf(role: string): string {
  const url = new URL(server.url);
  url.username = role;
  url.password = PASSWORDS[`DATABASE_${role.replace('corvane_', '').toUpperCase()}_PASSWORD`] ?? '';
  url.pathname = '/corvane';
  return url.href;
}

test('makes a backup of everything, and notes it', async () => {
  const recipient = await identityToRecipient(await generateIdentity());
  const options = { recipient, to: folder, site: null, nginx: null, functionsEnv: null, keep: null };
  const { manifest } = await makeBackup({ databaseUrl: urlOf('corvane_backup'), ...options });
  expect(await readdir(folder)).toEqual([manifest.name]);
  const tables = manifest.tables.map(({ name }) => name);
  expect(tables).toContain('private.upkeep_runs');
  expect(tables).toContain('public.sales_representatives');
  const [noted] = await backup.query(
    `select detail ->> 'name' as name from private.upkeep_runs where job = 'backup'`,
  );
  expect(noted).toEqual({ name: manifest.name });
});

test('the database has its encoding and its order from the roles, not from the machine', async () => {
  const [made] = await backup.query(
    `select current_setting('server_encoding') as encoding, lower('É') as lower, 'Z' < 'a' as by_code_point`,
  );
  expect(made).toEqual({ encoding: 'UTF8', lower: 'é', by_code_point: true });
});

test.each([
  ["changes anybody's data", `update public.products set name = 'mine'`],
  ["removes anybody's data", 'delete from public.audit_events'],
  ['changes the schema', 'create table public.mine (id int)'],
  ['changes a procedure', 'drop function public.get_plan_prices()'],
  ['makes a role', 'create role mine'],
  ['runs programs', `copy (select 1) to program 'true'`],
  ['writes files', `copy (select 1) to '/tmp/corvane-mine'`],
  ['takes the right to run programs', 'grant pg_execute_server_program to corvane_backup'],
  ['becomes the owner', 'set role corvane_owner'],
  ['becomes the API', 'set role service_role'],
  ['becomes the role of the procedures', 'set role api_reader'],
  ['signs anybody in', `select public.renew_session('stolen')`],
  ['notes a drill', `select private.record_backup_run('restore_drill', '{}')`],
  ['notes a job without a name', `select private.record_backup_run(null, '{}')`],
  ['notes a job as the API does', `select public.record_upkeep_run('retention', '{}')`],
  ['changes a note', 'update private.upkeep_runs set finished_at = now()'],
])('never %s', async (_what, statement) => {
  await expect(backup.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test.each(['base', 'archive_drill'])('notes that %s has run', async (job) => {
  await backup.query(`select private.record_backup_run('${job}', '{"name": "one"}')`);
  const [noted] = await backup.query(
    `select detail ->> 'name' as name from private.upkeep_runs where job = '${job}'`,
  );
  expect(noted).toEqual({ name: 'one' });
});

test('calls two functions and writes no table', async () => {
  const called = await backup.query<{ name: string }>(`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and has_function_privilege(p.oid, 'execute') order by 1`);
  expect(called.map(({ name }) => name)).toEqual(['private.newest_migration', 'private.record_backup_run']);
  const written = await backup.query<{ name: string }>(`
    select distinct n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p ("right")
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')
      and has_table_privilege(c.oid, p."right") order by 1`);
  expect(written.map(({ name }) => name)).toEqual([]);
});
