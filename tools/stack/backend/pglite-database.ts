import { mkdirSync } from 'node:fs';
import { createPgliteConnection } from '@supabase/lite/pglite';
import type { Database, Sql } from './database.ts';
import { hardenConnection } from './lite-connection.ts';
import { parameterText, TYPES_SENT_AS_TEXT } from './parameter-text.ts';

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

const SERIALIZERS = Object.fromEntries(TYPES_SENT_AS_TEXT.map((type) => [type, parameterText]));

/**
 * Postgres in this process, with its files below `dir`.
 * @param schema the schema that the API read the last time, as JSON; null: it reads the schema itself.
 * @throws when the files cannot be written or read.
 */
export async function openPglite(dir: string, schema: string | null): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const connection = hardenConnection(
    await createPgliteConnection({
      url: dir,
      pgliteOptions: { serializers: SERIALIZERS },
      schemaCache: { get: async () => schema ?? undefined, set: async () => {}, delete: async () => {} },
    }),
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
