import { UserError } from '../../../command/user-error.ts';
import { openPool, type Pool, type Sql } from '../../../postgres/connect.ts';
import { parseDatabaseUrl } from './database-url.ts';

/** Runs as the owner, past the API. */
export interface Database extends Pool {
  /** true: only this stack ever applied a migration to it. */
  isEmbedded: boolean;
  /** A transaction that first waits for such a one of every other machine. */
  alone<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

interface OpenOptions {
  isEmbedded?: boolean;
  /** Connections at most. */
  connections?: number;
}

/** Names the migration lock among the advisory locks of the database. The number itself means nothing. */
const MIGRATION_LOCK = 7_305_118_142;

/**
 * Opens a database on a PostgreSQL server. The role in the URL must own the schema and be allowed to act as the API
 * roles.
 * @throws UserError when it is no URL of a database, or the server does not answer.
 */
export async function openDatabase(
  url: string,
  { isEmbedded = false, connections = 10 }: OpenOptions = {},
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
    alone: (work) =>
      pool.transaction(async (sql) => {
        // Several machines may start at once. The second waits here and then finds the work done.
        await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        return work(sql);
      }),
  };
}
