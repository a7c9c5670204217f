import { mkdirSync } from 'node:fs';
import { createPgliteConnection } from '@supabase/lite/pglite';
import type { Database, Sql } from './database.ts';
import { hardenConnection } from './lite-connection.ts';
import { parameterText, TYPES_SENT_AS_TEXT } from './parameter-text.ts';
import { compiledPglite } from './pglite-module.ts';

/** Structural, so that it does not matter which copy of PGlite the API library brings. */
interface PgliteSession {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
}

interface PgliteDriver extends PgliteSession {
  exec(text: string): Promise<{ rows: unknown[] }[]>;
  parsers: Record<number, unknown>;
  serializers: Record<number, unknown>;
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

/** Of each table and view, of the catalogues as well. */
const ROW_ARRAYS = `select a.oid from pg_type a join pg_type e on e.oid = a.typelem where a.typcategory = 'A' and e.typtype = 'c'`;

/**
 * The driver has a parser for arrays of each table's rows, some 200. It copies all its parsers for each statement:
 * that was a third of a plain call. No query asks for such an array. It would arrive as text, as a server's does.
 */
async function forgetRowArrays(driver: PgliteDriver): Promise<void> {
  for (const { oid } of await sqlOf(driver).query<{ oid: number }>(ROW_ARRAYS)) {
    delete driver.parsers[oid];
    delete driver.serializers[oid];
  }
}

const TRANSACTION = /^(begin|commit|rollback)$/i;

/** A statement without values can be one message. The driver's `query` sends six, also for the bounds of a transaction. */
function sendBoundsAtOnce(driver: PgliteDriver): void {
  const query = driver.query.bind(driver);
  driver.query = async (text, ...others) => {
    if (!TRANSACTION.test(text)) return query(text, ...others);
    const [result] = await driver.exec(text);
    return result ?? { rows: [] };
  };
}

/**
 * Postgres in this process, with its files below `dir`.
 * @param schema the schema that the API read the last time, as JSON. Null: it reads the schema itself.
 * @throws when the files cannot be written or read.
 */
export async function openPglite(dir: string, schema: string | null): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const connection = hardenConnection(
    await createPgliteConnection({
      url: dir,
      pgliteOptions: { serializers: SERIALIZERS, pgliteWasmModule: await compiledPglite() },
      schemaCache: { get: async () => schema ?? undefined, set: async () => {}, delete: async () => {} },
    }),
  );
  const { driver } = connection;
  await driver.waitReady;
  await forgetRowArrays(driver);
  sendBoundsAtOnce(driver);

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
