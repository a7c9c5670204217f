import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { queryOnce } from '../../../tools/postgres/connect.ts';
import { openDatabase } from '../../../tools/stack/backend/engine/database.ts';
import { migrate } from '../../../tools/stack/backend/engine/migrate.ts';
import { prepareDatabase } from '../../../tools/stack/backend/engine/start-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** Regression: a migration failed in its middle, about a conversion. */
test.each([
  ['SQL_ASCII', 'The encoding of the database is SQL_ASCII. Create it with UTF8'],
  // The server cannot read the file then, and says so itself.
  ['LATIN1', 'has no equivalent in encoding "LATIN1"'],
])('a database of the encoding %s is refused by name, before anything is made', async (encoding, refusal) => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryOnce(server, `create database ${name} template template0 encoding '${encoding}' locale 'C'`);
  onTestFinished(async () => void (await queryOnce(server, `drop database ${name} with (force)`)));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase(url.href);
  try {
    await prepareDatabase(database);
    await expect(migrate(database, MIGRATIONS)).rejects.toThrow(refusal);
    expect(await database.query(`select from pg_namespace where nspname = 'private'`)).toEqual([]);
  } finally {
    await database.close();
  }
});
