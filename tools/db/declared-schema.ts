import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { UserError } from '../command/user-error.ts';
import { withConnection } from '../postgres/connect.ts';
import { createPreparedDatabase, type TestDatabase } from '../stack/backend/schema/test-database.ts';

/**
 * Files of `schemas/` in the order in which they build a database: `schema_paths` of `config.toml`.
 * @throws UserError when the list and the folder differ: an unlisted file would build nothing.
 */
export function schemaFiles(supabaseDir: string): string[] {
  const config = readFileSync(join(supabaseDir, 'config.toml'), 'utf8');
  const list = /^schema_paths = \[([^\]]*)\]/m.exec(config)?.[1] ?? '';
  const listed = [...list.matchAll(/"\.\/(schemas\/[^"]+)"/g)].map(([, file = '']) => file);
  const present = readdirSync(join(supabaseDir, 'schemas')).map((name) => `schemas/${name}`);
  const unlisted = present.find((file) => !listed.includes(file));
  if (unlisted) throw new UserError(`${unlisted} is not in schema_paths of config.toml. Add it there.`);
  const missing = listed.find((file) => !present.includes(file));
  if (missing) throw new UserError(`${missing} is in schema_paths of config.toml, and the file is missing.`);
  return listed;
}

/**
 * A fresh database, built by the schema files.
 * @throws UserError with file, line and PostgreSQL's words when one of them cannot be run.
 */
export async function createDeclaredDatabase(server: string, supabaseDir: string): Promise<TestDatabase> {
  const files = schemaFiles(supabaseDir);
  const database = await createPreparedDatabase(server);
  await withConnection(database.url, async (sql) => {
    for (const file of files) {
      const text = readFileSync(join(supabaseDir, file), 'utf8');
      await sql.query(text).catch((error: unknown) => {
        const { message, position } = error as pg.DatabaseError;
        const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : '';
        throw new UserError(`${file}${line}: ${message}`);
      });
    }
  });
  return database;
}
