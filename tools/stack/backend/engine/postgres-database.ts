import { createPostgresConnection } from '@supabase/lite/postgres';
import { UserError } from '../../../command/user-error.ts';
import { applyTimeLimits } from './apply-time-limits.ts';
import type { Database, Sql } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { isSettings } from './gather-request-settings.ts';
import { hardenConnection } from './lite-connection.ts';
import { parameterText, TYPES_SENT_AS_TEXT } from './parameter-text.ts';

/** Names the migration lock among the advisory locks of the database. The number itself means nothing. */
const MIGRATION_LOCK = 7_305_118_142;

/**
 * The API library passes JSON as text already. Its own setting would make a JSON string of that text. A procedure
 * with a jsonb parameter would then get a string instead of an object.
 */
const JSONB = {
  to: 3802,
  from: [3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string) => JSON.parse(text),
};

/** The driver still parses these types itself: `from` names none. */
const AS_TEXT = Object.fromEntries(
  TYPES_SENT_AS_TEXT.map((type) => [
    `type${type}`,
    { to: type, from: [] as number[], serialize: parameterText, parse: (text: string) => text },
  ]),
);

/** Structural: the API library brings its own types of the driver. */
interface PostgresSession {
  unsafe(text: string, params?: never[]): Promise<unknown[]>;
}

function sqlOf(session: PostgresSession): Sql {
  return {
    query: async <T>(text: string, params: unknown[] = []) =>
      [...(await session.unsafe(text, params as never[]))] as T[],
    script: async (text) => {
      await session.unsafe(text);
    },
  };
}

interface PostgresDriver {
  reserve(): Promise<ReservedSession>;
}

interface ReservedSession {
  unsafe(text: string, params?: unknown[], options?: { prepare?: boolean }): Promise<unknown>;
}

/** The statement that begins each request is parsed and planned once for each connection. */
function planSettingsOnce(driver: PostgresDriver): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const session = await reserve();
    const { unsafe } = session;
    session.unsafe = (text, params, options) =>
      unsafe(text, params, { prepare: isSettings(text), ...options });
    return session;
  };
}

/**
 * A PostgreSQL server. The role in the URL must own the schema and be allowed to act as the API roles.
 * @throws UserError when it is no URL of a database, or the server does not answer.
 */
export async function openPostgres(url: string): Promise<Database> {
  parseDatabaseUrl(url);
  const connection = hardenConnection(
    createPostgresConnection({
      url,
      postgresOptions: {
        max: 10,
        onnotice: () => undefined,
        connect_timeout: 10,
        types: { ...AS_TEXT, jsonb: JSONB },
      },
    }),
    applyTimeLimits,
  );
  const { driver } = connection;
  planSettingsOnce(driver as unknown as PostgresDriver);
  const sql = sqlOf(driver as unknown as PostgresSession);
  try {
    await sql.query('select 1');
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw new UserError(`PostgreSQL at DATABASE_URL does not answer: ${(error as Error).message}`);
  }
  return {
    ...sql,
    connection,
    isEmbedded: false,
    exclusively: (work) => work(),
    transaction: async (work) => {
      await driver.begin(async (tx) => {
        const inside = sqlOf(tx as unknown as PostgresSession);
        // Several machines may start at once. The second waits here and then finds the work done.
        await inside.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await work(inside);
      });
    },
    close: () => connection.close(),
  };
}
