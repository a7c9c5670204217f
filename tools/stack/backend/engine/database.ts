import postgres from 'postgres';
import { UserError } from '../../../command/user-error.ts';
import { parseDatabaseUrl } from './database-url.ts';

/** SQL without the API in front of it: for migrations, seeding, tools and tests. Runs as the owner. */
export interface Sql {
  /** One statement, with `$1` parameters. */
  query<T>(text: string, params?: unknown[]): Promise<T[]>;
  /** Any number of statements, without parameters. */
  script(text: string): Promise<void>;
}

export interface Database extends Sql {
  /** true: only this stack ever applied a migration to it. */
  isEmbedded: boolean;
  /** The connections themselves. */
  driver: postgres.Sql;
  /** Commits when `work` resolves, undoes all of it when it rejects. */
  transaction(work: (sql: Sql) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions {
  isEmbedded?: boolean;
  /** Connections at most. */
  connections?: number;
  /** Gets the messages of warnings that statements raise. */
  onWarning?: (message: string) => void;
}

/** Names the migration lock among the advisory locks of the database. The number itself means nothing. */
const MIGRATION_LOCK = 7_305_118_142;
const CONNECT_TIMEOUT_SECONDS = 10;
/** The embedded server is back within a second. */
const RECONNECT_AFTER_SECONDS = 0.1;

/**
 * Boolean, bigint, smallint, integer, text, json, bpchar, varchar, date, timestamp, timestamptz, numeric, uuid, jsonb:
 * as in `pg_type`. They are sent as text, which the database itself refuses where it does not fit. The driver's own
 * way would make a JSON string of JSON text, and `false` of the text 'true'.
 */
const TYPES_SENT_AS_TEXT = [16, 20, 21, 23, 25, 114, 1042, 1043, 1082, 1114, 1184, 1700, 2950, 3802];

function parameterText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** The driver still parses these types itself: `from` names none. */
const AS_TEXT = Object.fromEntries(
  TYPES_SENT_AS_TEXT.map((type) => [
    `type${type}`,
    { to: type, from: [] as number[], serialize: parameterText, parse: (text: string) => text },
  ]),
);

function sqlOf(driver: Pick<postgres.Sql, 'unsafe'>): Sql {
  return {
    query: async <T>(text: string, params: unknown[] = []) =>
      [...(await driver.unsafe(text, params as never[]))] as T[],
    script: async (text) => {
      await driver.unsafe(text);
    },
  };
}

/**
 * Opens a database on a PostgreSQL server. The role in the URL must own the schema and be allowed to act as the API
 * roles.
 * @throws UserError when it is no URL of a database, or the server does not answer.
 */
export async function openDatabase(
  url: string,
  { isEmbedded = false, connections = 10, onWarning }: OpenOptions = {},
): Promise<Database> {
  parseDatabaseUrl(url);
  const driver = postgres(url, {
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: () => RECONNECT_AFTER_SECONDS,
    onnotice: ({ severity, message = '' }) => {
      if (severity === 'WARNING') onWarning?.(message);
    },
    types: AS_TEXT,
  }) as unknown as postgres.Sql;
  const sql = sqlOf(driver);
  try {
    await sql.query('select 1');
  } catch (error) {
    await driver.end();
    throw new UserError(
      `PostgreSQL at ${isEmbedded ? 'its own port' : 'DATABASE_URL'} does not answer: ${(error as Error).message}`,
    );
  }
  return {
    ...sql,
    isEmbedded,
    driver,
    transaction: async (work) => {
      await driver.begin(async (transaction) => {
        const inside = sqlOf(transaction);
        // Several machines may start at once. The second waits here and then finds the work done.
        await inside.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await work(inside);
      });
    },
    close: () => driver.end({ timeout: 5 }),
  };
}
