import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A calendar date has no time zone. It stays text, `YYYY-MM-DD`. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** SQL without the API in front of it: for migrations, seeding, tools and tests. */
export interface Sql {
  /**
   * One statement with `$1` parameters, or any number of statements without. An array is sent as PostgreSQL's array, an
   * object as JSON.
   * @returns the rows of the last statement
   */
  query<Row>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A statement that runs is not waited for any longer when the program ends. */
const CLOSE_TIMEOUT_MS = 5_000;

function sqlOf(client: Pick<pg.ClientBase, 'query'>): Sql {
  return {
    query: async (text: string, params: readonly unknown[] = []) => {
      const results = [await client.query(text, [...params])].flat();
      return results.at(-1)?.rows ?? [];
    },
  };
}

/**
 * Opens one connection for some work, and closes it.
 * @param onWarning gets the messages of warnings that statements raise
 */
export async function withConnection<T>(
  to: string | pg.ClientConfig,
  work: (sql: Sql) => Promise<T>,
  onWarning?: (message: string) => void,
): Promise<T> {
  const settings = typeof to === 'string' ? { connectionString: to } : to;
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings });
  // Of a connection that is lost between statements. The next statement says so too.
  client.on('error', () => undefined);
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') onWarning?.(message ?? '');
  });
  await client.connect();
  try {
    return await work(sqlOf(client));
  } finally {
    await client.end();
  }
}

/** One statement on a connection of its own. */
export function queryOnce<Row>(
  to: string | pg.ClientConfig,
  text: string,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  return withConnection(to, (sql) => sql.query<Row>(text, params));
}

export interface Pool extends Sql {
  /** Commits when `work` resolves, undoes all of it when it rejects. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens connections when they are needed, and again when they are lost. */
export function openPool(url: string, connections: number): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    ...sqlOf(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      let lost: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(sqlOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((reason: Error) => {
          lost = reason;
        });
        throw error;
      } finally {
        client.release(lost);
      }
    },
    close: async () => {
      await Promise.race([pool.end(), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
