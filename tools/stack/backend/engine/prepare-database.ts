import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';

/**
 * Gives a plain PostgreSQL what a hosted project has before its first migration: API roles, their default
 * privileges, `auth.jwt()`. Changes no hosted project and no database that is already prepared.
 */
export async function prepareDatabase(database: Database): Promise<void> {
  const [row] = await database.query<{ ready: boolean }>(
    `select to_regprocedure('auth.jwt()') is not null as ready`,
  );
  if (row?.ready) return;
  const text = readFileSync(join(import.meta.dirname, 'prepare-postgres.sql'), 'utf8');
  await database.alone((sql) => sql.query(text));
}
