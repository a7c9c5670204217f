import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { freePercent } from '@corvane/tools/machine/free-percent';
import { openPool, type Sql } from '@corvane/tools/postgres/connect';
import { OUR_SCHEMAS, tableDigests } from '@corvane/tools/postgres/table-digests';
import { headCommit } from '@corvane/tools/process/git';
import { explainStorageError } from '@corvane/tools/process/storage-error';
import { type BackupManifest, MANIFEST_FILE } from './backup-manifest.ts';
import { connectionVariables, startClient } from './postgres-client.ts';
import { encrypterFor, writeSealed } from './sealed-file.ts';
import { beginBackup, removeKilledBackups, type UnfinishedBackup } from './unfinished-backup.ts';

interface BackupOptions {
  databaseUrl: string;
  /** Public key: the machine that makes backups cannot read them. */
  recipient: string;
  /** Folder of all backups. */
  to: string;
  /** How many backups stay. Null for all. */
  keep: number | null;
}

export const DATABASE_FILE = 'database.dump.age';

/** Of a backup's folder: its instant. */
export const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Makes one backup, a folder named after its instant. It appears when it is whole, by one rename. What a killed backup
 * left is removed first.
 * @throws UserError in one line. Nothing is left behind then.
 */
export async function makeBackup(
  options: BackupOptions,
): Promise<{ folder: string; manifest: BackupManifest }> {
  encrypterFor(options.recipient);
  connectionVariables(options.databaseUrl);
  const madeAt = new Date();
  const name = madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const folder = path.join(options.to, name);
  const pool = openPool(options.databaseUrl, 2);
  let unfinished: UnfinishedBackup | null = null;
  try {
    await mkdir(options.to, { recursive: true });
    await removeKilledBackups(options.to);
    unfinished = await beginBackup(options.to, name);
    const part = unfinished.folder;
    const dumped = await pool.transaction((sql) => dumpDatabase(sql, part, options));
    const commit = await headCommit();
    const { facts, file } = dumped;
    const manifest: BackupManifest = {
      format: 1,
      name,
      madeAt: madeAt.toISOString(),
      commit,
      ...facts,
      files: [file],
    };
    await writeFile(path.join(part, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await unfinished.finish(folder);
    if (options.keep !== null) await removeOlder(options.to, options.keep);
    const free_percent = await freePercent(options.to);
    await pool.query(`select private.record_backup_run('backup', $1)`, [
      { name, bytes: file.bytes, free_percent },
    ]);
    return { folder, manifest };
  } catch (error) {
    await unfinished?.discard();
    throw inOneLine(error, folder);
  } finally {
    await pool.close();
  }
}

/** Dump and digests see the same instant. */
async function dumpDatabase(sql: Sql, unfinished: string, options: BackupOptions) {
  await sql.query('set transaction isolation level repeatable read read only');
  const [server] = await sql.query<{ snapshot: string; version: string; migration: string | null }>(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as version,
       private.newest_migration() as migration`,
  );
  if (!server?.migration) throw new UserError('The database has no history of migrations');
  const owners = await sql.query<{ owner: string }>(
    `select distinct c.relowner::regrole::text as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) order by 1`,
    [OUR_SCHEMAS],
  );
  const tables = await tableDigests(sql);
  const schemas = OUR_SCHEMAS.map((schema) => `--schema=${schema}`);
  const dump = startClient(
    'pg_dump',
    ['--format=custom', `--snapshot=${server.snapshot}`, ...schemas],
    options.databaseUrl,
  );
  dump.stdin.end();
  const [sum] = await Promise.all([
    writeSealed(path.join(unfinished, DATABASE_FILE), dump.stdout, options.recipient),
    dump.done,
  ]);
  const facts = {
    newestMigration: server.migration,
    postgresVersion: server.version.split(' ')[0] ?? server.version,
    owners: owners.map(({ owner }) => owner),
    tables,
  };
  return { facts, file: { name: DATABASE_FILE, ...sum } };
}

async function removeOlder(to: string, keep: number): Promise<void> {
  const names = (await readdir(to)).filter((name) => BACKUP_NAME.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - keep)))
    await rm(path.join(to, name), { recursive: true });
}

function inOneLine(error: unknown, folder: string): unknown {
  if (error instanceof UserError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTEMPTY')
    return new UserError(`${folder} is being made by another backup`);
  if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|28|3D000)/.test(code ?? ''))
    return new UserError(`The database of DATABASE_URL does not answer: ${(error as Error).message}`);
  if (code === '42883' || code === '3F000')
    return new UserError('The database of DATABASE_URL is not one of this checkout: migrate it first');
  return explainStorageError(error, folder);
}
