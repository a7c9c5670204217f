import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeNeeding } from '../machine/describe-needing.ts';
import { queryOnce, withConnection } from '../postgres/connect.ts';
import { startSystemPostgres } from '../postgres/start-system-postgres.ts';
import { runSupabaseCli } from '../stack/backend/schema/supabase-cli.ts';
import { createHostedDatabase } from '../stack/backend/schema/test-database.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');
/** As `db diff` writes them, behind one that waits until a test lets it go on. */
const LATER = {
  '20981231000000_wait.sql': 'create table public.half ();\nselect from pg_advisory_xact_lock(1);',
  '20990101000000_add_region_1.sql': `set local lock_timeout = '3s';
alter table public.sales_records add column region text not null default '';
alter table public.sales_records add constraint region_is_short check (char_length(region) <= 50) not valid;
`,
  '20990101000001_add_region_2.sql': `-- pg-delta: transaction=false
set lock_timeout = '1min';

drop index concurrently if exists public.sales_records_region_idx;

create index concurrently sales_records_region_idx on public.sales_records (region);
`,
  '20990101000002_add_region_3.sql': `set local lock_timeout = '3s';
alter table public.sales_records validate constraint region_is_short;
`,
};

const IN_VAIN = {
  file: '20990102000000_add_regions.sql',
  text: `set local lock_timeout = '3s';
create table public.regions (name text primary key);
alter table public.sales_records add column region_name text;
`,
};

describeNeeding('postgresql', 'the official `db push`', () => {
  test('applies each file once, though it is interrupted, runs twice at once, waits for a lock in vain, and again', {
    tags: ['deep'],
  }, async () => {
    const project = mkdtempSync(join(tmpdir(), 'corvane-push-'));
    const server = await startSystemPostgres();
    try {
      const { url } = await createHostedDatabase(server.url);
      for (const name of ['config.toml', 'migrations'])
        cpSync(join(SUPABASE, name), join(project, 'supabase', name), { recursive: true });
      const args = ['db', 'push', '--remote', url, '--workdir', project, '--yes', '--output-format', 'json'];
      const push = async () => {
        const { status, stdout, stderr } = await runSupabaseCli(args);
        return { status, said: `${stdout}\n${stderr}` };
      };
      const state = () =>
        queryOnce(
          url,
          `select (select array_agg(version order by version) from supabase_migrations.schema_migrations) as versions,
             (select indisvalid from pg_index where indexrelid = to_regclass('public.sales_records_region_idx')) as index,
             (select convalidated from pg_constraint where conname = 'region_is_short') as constraint`,
        );

      expect(await push()).toMatchObject({ status: 0 });
      for (const [file, text] of Object.entries(LATER))
        writeFileSync(join(project, 'supabase/migrations', file), text);
      await withConnection(url, async (sql) => {
        const waiting = () =>
          sql.query<{ pid: number }>(`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
        await sql.query('select pg_advisory_lock(1)');
        const interrupted = push();
        await expect.poll(waiting).toHaveLength(1);
        await sql.query('select pg_terminate_backend($1)', [(await waiting())[0]?.pid]);
        expect((await interrupted).status).toBe(1);
        expect(await sql.query(`select to_regclass('public.half') as half`)).toEqual([{ half: null }]);

        const both = Promise.all([push(), push()]);
        await expect.poll(waiting).toHaveLength(2);
        await sql.query('select pg_advisory_unlock(1)');
        expect((await both).map(({ status }) => status).sort()).toEqual([0, 1]);
      });

      const versions = readdirSync(join(project, 'supabase/migrations'))
        .sort()
        .map((file) => file.slice(0, 14));
      const whole = [{ versions, index: true, constraint: true }];
      expect(await state()).toEqual(whole);
      expect(await push()).toMatchObject({ status: 0, said: expect.stringContaining('"migrations":[]') });
      expect(await state()).toEqual(whole);

      writeFileSync(join(project, 'supabase/migrations', IN_VAIN.file), IN_VAIN.text);
      await withConnection(url, async (sql) => {
        await sql.query('begin; lock table public.sales_records in access exclusive mode');
        expect(await push()).toMatchObject({ status: 1, said: expect.stringContaining('lock timeout') });
        expect(await sql.query(`select to_regclass('public.regions') as regions`)).toEqual([
          { regions: null },
        ]);
      });
      expect(await state()).toEqual(whole);
      expect(await push()).toMatchObject({ status: 0, said: expect.stringContaining(IN_VAIN.file) });
    } finally {
      await server.stop();
      rmSync(project, { recursive: true, force: true });
    }
  });
});
