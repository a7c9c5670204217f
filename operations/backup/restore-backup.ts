import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@corvane/tools/command/user-error';
import { openPool, type Sql } from '@corvane/tools/postgres/connect';
import {
  DIGEST_SETTINGS,
  DIGEST_STATEMENTS,
  digestDifferences,
  digestsIn,
  OUR_SCHEMAS,
} from '@corvane/tools/postgres/table-digests';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { newestMigration } from '../newest-migration.ts';
import { type BackupManifest, readWholeBackup } from './backup-manifest.ts';
import { DATABASE_FILE } from './make-backup.ts';
import { connectionVariables, startClient } from './postgres-client.ts';
import { openSealed } from './sealed-file.ts';

interface RestoreOptions {
  /** A backup's folder. */
  from: string;
  /** `AGE-SECRET-KEY-…`. One of them opens the backup. */
  identities: readonly string[];
  databaseUrl: string;
  /**
   * Called before a database with data is emptied. Throws if the answer is no. Null refuses such a database.
   */
  confirmReplacing: ((question: string) => Promise<void>) | null;
}

/**
 * Restores the database in one transaction. It then has all rows of the backup, or its earlier content.
 * @throws UserError in one line.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<BackupManifest> {
  const { from, identities, databaseUrl, confirmReplacing } = options;
  connectionVariables(databaseUrl);
  const manifest = await readWholeBackup(from);
  refuseOtherVersion(manifest);
  const dump = path.join(from, DATABASE_FILE);
  const list = await listOf(dump, identities);
  const sql = openPool(databaseUrl, 1);
  try {
    const objects = await countObjects(sql);
    if (objects > 0 && confirmReplacing === null)
      throw new UserError(
        `The database ${new URL(databaseUrl).pathname.slice(1)} holds ${objects} tables and functions. Restore into an empty one, or use --replace.`,
      );
    if (objects > 0)
      await confirmReplacing?.(
        `Delete everything in the database ${new URL(databaseUrl).pathname.slice(1)} at ${new URL(databaseUrl).host}, and restore the backup of ${manifest.madeAt}?`,
      );
    await runDump({ dump, identities, list, databaseUrl, isReplacing: objects > 0, tables: manifest.tables });
    return manifest;
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw new UserError(`The database of DATABASE_URL does not answer: ${error.message}`);
  } finally {
    await sql.close();
  }
}

/** @throws UserError for a backup of another migration than this checkout's. */
export function refuseOtherVersion({ newestMigration: ofBackup, commit }: BackupManifest): void {
  const ours = newestMigration();
  if (ofBackup === ours) return;
  const way = commit === null ? 'the checkout that made it' : `commit ${commit.slice(0, 12)}`;
  throw new UserError(
    `The backup is of migration ${ofBackup}, this checkout is at ${ours}. Restore with ${way}, then migrate.`,
  );
}

/** Objects of ours, without those of extensions. */
async function countObjects(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (
      select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any ($1)
    ) as o where not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`,
    [OUR_SCHEMAS],
  );
  return row?.count ?? 0;
}

/**
 * The schema that every database has, and default rights: those of the platform's own roles are not ours to change, and
 * those of ours are in roles.sql.
 */
const LEFT_OUT = /^\d+; \d+ \d+ (SCHEMA - public|DEFAULT ACL) /;

/** What to restore of the dump. Also shows that the key is right. */
async function listOf(dump: string, identities: readonly string[]): Promise<string> {
  const reader = startClient('pg_restore', ['--list']);
  const content = await openSealed(dump, identities);
  let list = '';
  reader.stdout.on('data', (chunk) => {
    list += String(chunk);
  });
  // It reads only the beginning.
  await Promise.all([pipeline(content, reader.stdin).catch(() => {}), reader.done]);
  return list
    .split('\n')
    .filter((line) => !LEFT_OUT.test(line))
    .join('\n');
}

/** Of a stream whose other end has left. */
const ENDED: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Nothing is kept unless the last statement, which commits, is sent: after the whole dump was read, and has the backup's rows. */
async function runDump(options: {
  dump: string;
  identities: readonly string[];
  list: string;
  databaseUrl: string;
  isReplacing: boolean;
  tables: BackupManifest['tables'];
}): Promise<void> {
  const { dump, identities, list, databaseUrl, isReplacing, tables } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-restore-'));
  try {
    const listFile = path.join(folder, 'list');
    await writeFile(listFile, list);
    const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
    const psql = startClient('psql', options, databaseUrl);
    let said = '';
    psql.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    psql.stdin.write(`begin;\n${await beforeDump(isReplacing)}\n`);
    const reader = startClient('pg_restore', ['--file=-', `--use-list=${listFile}`]);
    const content = await openSealed(dump, identities);
    const read = Promise.all([
      pipeline(content, reader.stdin).catch((error: NodeJS.ErrnoException) => {
        // Where the reader has ended, its own words say more.
        if (ENDED.has(error.code ?? '')) throw error;
        throw new UserError(`The backup cannot be read: ${error.message}`);
      }),
      pipeline(reader.stdout, psql.stdin, { end: false }),
      reader.done,
    ]);
    try {
      // psql ends early when a statement fails.
      await Promise.race([read, psql.done.then(() => read)]);
    } catch (error) {
      psql.stdin.end();
      const ofDatabase = await psql.done.then(
        () => null,
        (reason: unknown) => reason,
      );
      // If the text just ends, psql's message is not the reason.
      throw error instanceof UserError ? error : (ofDatabase ?? error);
    }
    psql.stdin.write(
      `\n${AFTER_DUMP}\n${DIGEST_SETTINGS};\n${DIGEST_STATEMENTS} \\gexec\n\\echo ${ALL_SAID}\n`,
    );
    const isSaid = (async () => {
      while (!said.includes(ALL_SAID)) await once(psql.stdout, 'data');
    })();
    await Promise.race([isSaid, psql.done]);
    const differences = digestDifferences(tables, digestsIn(said));
    psql.stdin.end(differences.length === 0 ? 'commit;\n' : 'rollback;\n');
    await psql.done;
    if (differences.length > 0)
      throw new UserError(
        `The restored rows differ from the backup's, so nothing was restored: ${differences.join('; ')}`,
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A database's owner owns its schema public, as in a new database. */
const EMPTY_PUBLIC = `
  drop schema public cascade;
  create schema public;
  do $$ begin
    if pg_has_role(current_user, 'pg_database_owner', 'member') then
      alter schema public owner to pg_database_owner;
    end if;
  end $$;
  grant usage on schema public to public;`;

/** What a dump of schemas leaves out: roles and their limits, and what objects to come may not be granted. */
async function beforeDump(isReplacing: boolean): Promise<string> {
  const roles = await readFile(path.join(WORKSPACE_ROOT, 'supabase/schemas/roles.sql'), 'utf8');
  const cascade = isReplacing ? ' cascade' : '';
  return [
    ...(isReplacing ? [EMPTY_PUBLIC] : []),
    `drop schema if exists private${cascade};`,
    `drop schema if exists supabase_migrations${cascade};`,
    ...(roles.match(/^alter default privileges [^;]*;/gm) ?? []),
    ...(roles.match(/^do \$\$[\s\S]*?^\$\$;/gm) ?? []),
    // To own procedures, a role needs the right to create some.
    'grant create on schema public to api_reader;',
  ].join('\n');
}

/** What psql says after the digests. */
const ALL_SAID = 'all digests are said';

/** A dump sets the search path to nothing, so every name is whole. */
const AFTER_DUMP =
  "revoke create on schema public from api_reader;\nnotify pgrst, 'reload schema';\nnotify pgrst, 'reload config';";
