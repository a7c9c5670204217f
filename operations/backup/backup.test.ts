import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { describeDatabase, differences } from '@corvane/tools/db/describe-database';
import { describeNeeding } from '@corvane/tools/machine/describe-needing';
import { queryOnce, withConnection } from '@corvane/tools/postgres/connect';
import { digestDifferences } from '@corvane/tools/postgres/table-digests';
import { openDatabase } from '@corvane/tools/stack/backend/engine/database';
import { migrate } from '@corvane/tools/stack/backend/engine/migrate';
import { createHostedDatabase } from '@corvane/tools/stack/backend/schema/test-database';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';
import { useBackups } from './backup-fixture.ts';
import { restoreDatabase } from './restore-backup.ts';
import { readIdentities } from './sealed-file.ts';
import { removeKilledBackups } from './unfinished-backup.ts';

interface Run {
  job: string;
  detail: { name: string; free_percent: number };
}

describeNeeding('postgresql', 'backups on PostgreSQL', () => {
  const { server, source, key, recipient, backup, inFolder, ops, newDatabase, digests, restore } =
    useBackups();
  /** What pg_dump says of a database. It writes `between` with other brackets once it was restored. */
  const shapeOf = async (url: string) =>
    new Map(
      [...(await describeDatabase(url))].map(([object, text]): [string, string] => [
        object,
        text.replaceAll(/[()]/g, ''),
      ]),
    );
  test('a drill restores every row and prints its time, and the doctor sees both runs', async () => {
    const lines = await ops(['restore', 'drill', '--from', backup(), '--key', key()]);
    expect(lines).toEqual([
      expect.stringMatching(/: [\d,]{2,} rows in \d{2} tables restored and compared in \d+\.\d s$/),
    ]);
    console.log(`restore drill: ${lines[0]}`);
    const runs = await queryOnce<Run>(source(), 'select job, detail from private.upkeep_runs order by job');
    expect(runs.map(({ job, detail }) => [job, detail.name])).toEqual([
      ['backup', path.basename(backup())],
      ['restore_drill', path.basename(backup())],
    ]);
  });

  test('a drill on a machine without the database is noted by the name of its backup', async () => {
    await queryOnce(source(), `delete from private.upkeep_runs where job = 'restore_drill'`);
    const name = path.basename(backup());
    const lines = await ops(['restore', 'drill', '--from', backup(), '--key', key()], '');
    expect(lines.at(-1)).toContain(`ops restore drilled --backup ${name}`);
    await expect(ops(['restore', 'drilled', '--backup', 'NAME'])).rejects.toThrow('the name of a backup');
    expect(await ops(['restore', 'drilled', '--backup', name])).toEqual([`The drill of ${name} is noted.`]);
    const runs = await queryOnce<Run>(source(), 'select job, detail from private.upkeep_runs order by job');
    const [made, drilled] = runs.map(({ detail }) => detail);
    expect(drilled).toEqual({ name });
    expect(made?.free_percent).toBeLessThanOrEqual(100);
  });

  test('a known key says its recipient again', async () => {
    expect(await ops(['backup', 'recipient', '--key', key()])).toEqual([`BACKUP_RECIPIENT=${recipient()}`]);
  });

  test('a restored database has the same rights, owners, policies and rows', async () => {
    const target = await newDatabase();
    // The state of the backup: the drill above is noted after it.
    const manifest = JSON.parse(await readFile(path.join(backup(), 'backup.json'), 'utf8'));
    const [line] = await restore(backup(), target);
    expect(line).toMatch(/^Restored and compared [\d,]+ rows of \S+, in \d+\.\d s$/);
    expect(digestDifferences(manifest.tables, await digests(target))).toEqual([]);
    expect(manifest.tables.filter(({ rows }: { rows: number }) => rows > 0).length).toBeGreaterThan(8);
    expect(differences(await shapeOf(source()), await shapeOf(target))).toEqual([]);
  });

  test('a backup cannot be read without the key, not even by its maker', async () => {
    const text = await readFile(path.join(backup(), 'database.dump.age'), 'latin1');
    expect(text).toMatch(/^age-encryption\.org\/v1\n/);
    expect(text).not.toContain('sales_representatives');
  });

  test('a database with data is replaced only with --replace and a yes', async () => {
    const target = await newDatabase();
    await queryOnce(target, `create table public.precious (id int); insert into public.precious values (7)`);
    await expect(restore(backup(), target)).rejects.toThrow(
      /holds 1 tables and functions\. Restore into an empty/,
    );
    const refuse = () => Promise.reject(new UserError('Nothing was changed'));
    const asked = { from: backup(), identities: await readIdentities(key()), databaseUrl: target };
    await expect(restoreDatabase({ ...asked, confirmReplacing: refuse })).rejects.toThrow(
      'Nothing was changed',
    );
    expect(await queryOnce(target, 'select id from public.precious')).toEqual([{ id: 7 }]);
    await restore(backup(), target, '--replace');
    expect(await queryOnce(target, `select to_regclass('public.precious') as gone`)).toEqual([
      { gone: null },
    ]);
    expect(differences(await shapeOf(source()), await shapeOf(target))).toEqual([]);
  });

  test('the role of a hosted project, which is not a superuser, makes backups and restores them', async () => {
    const from = await createHostedDatabase(server().url);
    const database = await openDatabase(from.url);
    await migrate(database, path.join(WORKSPACE_ROOT, 'supabase/migrations')).finally(() => database.close());
    await ops(['backup', '--to', inFolder('hosted')], from.url);
    const [name = ''] = await readdir(inFolder('hosted'));
    const target = new URL(await newDatabase());
    const { username } = new URL(from.url);
    const superuser = target.href;
    await queryOnce(superuser, `alter database ${target.pathname.slice(1)} owner to ${username}`);
    await queryOnce(superuser, `grant usage on schema extensions, auth to ${username}`);
    target.username = username;
    for (const more of [[], ['--replace']])
      expect(await restore(path.join(inFolder('hosted'), name), target.href, ...more)).toHaveLength(1);
    const original = Object.assign(new URL(from.url), { username: 'postgres' }).href;
    const found = differences(await shapeOf(original), await shapeOf(superuser));
    // Default rights of the roles of the platform stay as they are.
    expect(found.filter((line) => !line.startsWith('DEFAULT ACL'))).toEqual([]);
  });

  test('a restore that fails in the middle leaves the database as it was', async () => {
    const target = await newDatabase();
    await queryOnce(target, `create type public.sales_records as enum ('in the way')`);
    await expect(restore(backup(), target)).rejects.toThrow(
      /^psql failed: .*"sales_records" already exists$/,
    );
    expect(await digests(target)).toEqual([]);
  });

  test('the next backup removes what a killed one left, and leaves a running one alone', async () => {
    const to = await mkdtemp(inFolder('killed-'));
    // It waits in the middle for a table that another connection holds.
    const part = () => readdirSync(to).find((name) => name.endsWith('.part'));
    const left = await withConnection(source(), async (sql) => {
      await sql.query('begin; lock table public.sales_records in access exclusive mode');
      const killed = spawn(
        process.execPath,
        [path.join(WORKSPACE_ROOT, 'operations/ops.ts'), 'backup', '--to', to],
        {
          env: { ...process.env, DATABASE_URL: source(), BACKUP_RECIPIENT: recipient() },
          stdio: 'ignore',
        },
      );
      await expect.poll(part, { timeout: 30_000 }).toBeDefined();
      const name = part() ?? '';
      expect(await removeKilledBackups(to)).toEqual([]);
      expect(part()).toBe(name);
      killed.kill('SIGKILL');
      await new Promise((resolve) => killed.once('close', resolve));
      return name;
    });
    expect(part()).toBe(left);

    await ops(['backup', '--to', to]);
    expect(await readdir(to)).toEqual([expect.stringMatching(/^\d{4}-/)]);
    const [name = ''] = await readdir(to);
    expect(await readdir(path.join(to, name))).not.toContain('.lock');
  });

  test('two backups at once leave only complete ones; --keep removes the oldest', async () => {
    const to = await mkdtemp(inFolder('two-'));
    for (const old of ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z']) mkdirSync(path.join(to, old));
    const both = await Promise.allSettled([ops(['backup', '--to', to]), ops(['backup', '--to', to])]);
    for (const one of both)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('is being made by another backup');
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    // A backup is named after its second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await ops(['backup', '--to', to, '--keep', '1']);
    const left = await readdir(to);
    expect(left).toEqual([expect.stringMatching(/^\d{4}-/)]);
    expect(left[0]).not.toContain('2026-01');
  });
});
