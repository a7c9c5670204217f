import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../command/user-error.ts';
import type { Sql } from '../../../postgres/connect.ts';
import type { Database } from './database.ts';

interface AppliedMigration {
  version: string;
  /** The file, as this runner records it. Null from the official CLI, which records statements without line ends. */
  whole: string | null;
}

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/;

/** First line of a file whose statements are kept one by one. The official CLI reads it, too. */
export const NO_TRANSACTION = '-- pg-delta: transaction=false\n';

/** Recorded as the official CLI does, so that it may take over the same database. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  );
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`;

/**
 * Brings the database to the newest migration, each file in one transaction unless its first line says otherwise.
 * @param after is called once a file is applied
 * @returns the files applied now, oldest first.
 * @throws UserError naming the file that cannot be applied, is missing, or was changed after it was applied. What
 *   that file had done is undone, unless its first line says otherwise.
 */
export async function migrate(
  database: Database,
  dir: string,
  after?: (file: string) => Promise<void>,
): Promise<string[]> {
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const misnamed = files.find((name) => !FILE_NAME.test(name));
  if (misnamed) throw new UserError(`Migration ${misnamed} is not named YYYYMMDDHHmmss_<what>.sql.`);

  await database.alone((sql) => sql.query(HISTORY));
  const applied = await database.query<AppliedMigration>(
    `select version, case when statements[1] like e'%\n' then statements[1] end as whole
     from supabase_migrations.schema_migrations order by version`,
  );
  const unknown = applied.find((row) => !files.some((name) => name.startsWith(`${row.version}_`)));
  // The baseline began the migrations again. A database made before it cannot be brought up to date.
  if (unknown && unknown.version < (files[0] ?? '')) {
    throw new UserError(
      `The data was made by an older version: migration ${unknown.version} comes before the first of this checkout, ${files[0]}. Start afresh with \`npx -y pnpm@12 run reset\`.`,
    );
  }
  if (unknown) {
    throw new UserError(
      `The data is from a newer version: migration ${unknown.version} is not in this checkout. Update the checkout, or delete all data with \`npx -y pnpm@12 run reset\`.`,
    );
  }

  const done: string[] = [];
  for (const file of files) {
    const [, version = '', name = ''] = FILE_NAME.exec(file) ?? [];
    const text = readFileSync(join(dir, file), 'utf8');
    const before = applied.find((row) => row.version === version);
    if (before) {
      if (before.whole !== null && before.whole !== text) {
        throw new UserError(
          `Migration ${file} was changed after it was applied. Undo the change, or begin with an empty database: \`npx -y pnpm@12 run reset\` deletes all data of the local one.`,
        );
      }
      continue;
    }
    try {
      await runMigration(database, text, async (sql, run) => {
        const [raced] = await sql.query(
          'select 1 from supabase_migrations.schema_migrations where version = $1',
          [version],
        );
        if (raced) return;
        await run();
        await sql.query(
          'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
          [version, [text], name],
        );
        done.push(file);
      });
    } catch (error) {
      const left = text.startsWith(NO_TRANSACTION)
        ? 'failed, and is run again from its first statement'
        : 'failed and was rolled back';
      throw new UserError(`Migration ${file} ${left}: ${(error as Error).message}`);
    }
    await after?.(file);
  }
  return done;
}

/** Runs the text of one migration while no other one runs. @param around may do more at the same time. */
export function runMigration<T>(
  database: Database,
  text: string,
  around: (sql: Sql, run: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const isTransaction = !text.startsWith(NO_TRANSACTION);
  const statements = isTransaction ? [text] : text.split(/(?<=;)$/m);
  return database.alone(
    (sql) =>
      around(sql, async () => {
        for (const statement of statements) await sql.query(statement);
      }),
    isTransaction,
  );
}
