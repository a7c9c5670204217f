import { setTimeout } from 'node:timers/promises';
import { UserError } from '../../../command/user-error.ts';
import { openPool, type Pool, type Sql, withConnection } from '../../../postgres/connect.ts';

/** Runs as the owner, past the API. */
export interface Database extends Pool {
  /** true: only this stack ever applied a migration to it. */
  isEmbedded: boolean;
  /**
   * Work that first waits for such work of every other machine. It is one transaction, unless `isTransaction` is false:
   * then each statement is kept alone.
   */
  alone<T>(work: (sql: Sql) => Promise<T>, isTransaction?: boolean): Promise<T>;
}

interface OpenOptions {
  isEmbedded?: boolean;
  /** Connections at most. */
  connections?: number;
  /** Gets a line when `alone` waits. */
  log?: (line: string) => void;
}

/** Names the migration lock among the advisory locks of the database. The number itself means nothing. */
const MIGRATION_LOCK = 7_305_118_142;
const LOCK_ASKED_EVERY_MS = 100;
const LOCK_TOLD_AFTER_MS = 1_000;

/**
 * Opens a database on a PostgreSQL server. The role in the URL must own the schema and be allowed to act as the API
 * roles.
 * @throws UserError when it is no URL of a database, or the server does not answer.
 */
export async function openDatabase(
  url: string,
  { isEmbedded = false, connections = 10, log = console.error }: OpenOptions = {},
): Promise<Database> {
  parseDatabaseUrl(url);
  const pool = openPool(url, connections);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.close();
    throw new UserError(
      `PostgreSQL at ${isEmbedded ? 'its own port' : 'DATABASE_URL'} does not answer: ${(error as Error).message}`,
    );
  }
  return {
    ...pool,
    isEmbedded,
    // The end of its own connection always gives the lock back, and undoes what was not committed.
    alone: (work, isTransaction = true) =>
      withConnection(url, async (sql) => {
        // Several machines may start at once. The second waits here and then finds the work done.
        for (let waitedMs = 0; !(await hasLock(sql)); waitedMs += LOCK_ASKED_EVERY_MS) {
          if (waitedMs === LOCK_TOLD_AFTER_MS) log(await lockHolder(sql));
          await setTimeout(LOCK_ASKED_EVERY_MS);
        }
        if (!isTransaction) return work(sql);
        await sql.query('begin');
        const result = await work(sql);
        await sql.query('commit');
        return result;
      }),
  };
}

/** Asks again and again: an index that is made concurrently waits for the end of every statement, also of a waiting one. */
async function hasLock(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    MIGRATION_LOCK,
  ]);
  return row?.locked ?? false;
}

async function lockHolder(sql: Sql): Promise<string> {
  const [holder] = await sql.query<{ pid: number; whose: string }>(
    `select l.pid, concat_ws(' ', 'from', coalesce(host(a.client_addr), 'its own machine'), 'since', a.backend_start) as whose
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.database = a.datid
       and (l.classid::bigint << 32) + l.objid::bigint = $1`,
    [MIGRATION_LOCK],
  );
  return `Waiting for another run that changes this database: ${holder ? `connection ${holder.pid} ${holder.whose}` : 'it is just ending'}`;
}

/** @throws UserError when the text is no URL of a PostgreSQL, without repeating it: it may hold a password. */
export function parseDatabaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UserError('DATABASE_URL must be like postgres://user:password@host:5432/database');
  return url;
}
