import { mkdirSync } from 'node:fs';
import { createPgliteConnection } from '@supabase/lite/pglite';
import type { Database, Sql } from './database.ts';
import { hardenConnection } from './lite-connection.ts';

/** Structural, so that it does not matter which copy of PGlite the API library brings. */
interface PgliteSession {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
}

function sqlOf(session: PgliteSession): Sql {
  return {
    query: async <T>(text: string, params: unknown[] = []) => (await session.query(text, params)).rows as T[],
    script: async (text) => {
      await session.exec(text);
    },
  };
}

/** boolean, text, bpchar, varchar, date, timestamp, timestamptz, by their numbers in `pg_type`. */
const TEXT_LIKE_TYPES = [16, 25, 1042, 1043, 1082, 1114, 1184];

/**
 * Hands a value over as PostgREST does: text as it stands, anything else as its JSON, which the database refuses by its
 * type. The driver's own way is an error without a code, which looks like a fault of the server.
 */
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const SERIALIZERS = Object.fromEntries(TEXT_LIKE_TYPES.map((type) => [type, asText]));

/**
 * Postgres in this process, its files below `dir`.
 * @throws when the files cannot be written or read.
 */
export async function openPglite(dir: string): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const connection = hardenConnection(
    await createPgliteConnection({ url: dir, pgliteOptions: { serializers: SERIALIZERS } }),
  );
  const { driver } = connection;
  await driver.waitReady;

  let last: Promise<unknown> = Promise.resolve();
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work, work);
    last = run.catch(() => undefined);
    return run;
  };

  const sql = sqlOf(driver);
  return {
    connection,
    isEmbedded: true,
    exclusively,
    query: (text, params) => exclusively(() => sql.query(text, params)),
    script: (text) => exclusively(() => sql.script(text)),
    transaction: (work) =>
      exclusively(async () => {
        await driver.transaction(async (tx) => work(sqlOf(tx)));
      }),
    close: () => exclusively(() => connection.close()),
  };
}
