import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';
import type { Sql } from '../postgres/connect.ts';
import { startSystemPostgres } from '../postgres/start-system-postgres.ts';
import { openDatabase } from '../stack/backend/engine/database.ts';
import { migrate } from '../stack/backend/engine/migrate.ts';
import { createPreparedDatabase } from '../stack/backend/schema/test-database.ts';
import { createDeclaredDatabase } from './declared-schema.ts';
import { type DatabaseDescription, describeDatabase, differences } from './describe-database.ts';
import { freezeMigrations, frozenMigrations } from './frozen-migrations.ts';
import { watchOffers } from './offers.ts';
import { watchStoredValues } from './stored-values.ts';

interface Comparison {
  /** URL of the database that the migrations built. */
  migratedUrl: string;
  declaredUrl: string;
  declared: DatabaseDescription;
  /** One line per object. Empty when schemas and migrations build the same database. */
  differences: string[];
}

/**
 * Builds one database from the migrations and one from the schemas. Each has its own throw-away server, because roles
 * and their settings belong to the server. Then compares them.
 * @param work gets the result while the servers run.
 * @param start starts one server.
 * @throws UserError when PostgreSQL is not installed, or a file of either cannot be run. Also when a migration that is
 *   not frozen takes away what live code may use, or leaves stale values.
 */
export async function compareWithMigrations<T>(
  supabaseDir: string,
  work: (comparison: Comparison) => Promise<T>,
  start = startSystemPostgres,
): Promise<T> {
  return withServer(start, (forMigrations) =>
    withServer(start, async (forSchemas) => {
      const declaredUrl = (await createDeclaredDatabase(forSchemas, supabaseDir)).url;
      const migratedUrl = (await createPreparedDatabase(forMigrations)).url;
      const database = await openDatabase(migratedUrl);
      try {
        const frozen = frozenMigrations(supabaseDir).at(-1);
        let refuseLoss: Awaited<ReturnType<typeof watchData>> | undefined;
        await migrate(database, join(supabaseDir, 'migrations'), async (file) => {
          await refuseLoss?.(file);
          if (file === frozen) refuseLoss = await watchData(database);
        });
        // The runner owns the history of migrations. No schema declares it.
        await database.query('drop schema supabase_migrations cascade');
      } finally {
        await database.close();
      }

      const declared = await describeDatabase(declaredUrl);
      const migrated = await describeDatabase(migratedUrl);
      return work({ migratedUrl, declaredUrl, declared, differences: differences(migrated, declared) });
    }),
  );
}

/** Watches what migrations must leave as it is. @returns what to call after each file. It throws a UserError. */
export async function watchData(database: Sql): Promise<(file: string) => Promise<void>> {
  const watches = [await watchOffers(database), await watchStoredValues(database)];
  return async (file) => {
    for (const refuse of watches) await refuse(file);
  };
}

/** Freezes the migrations. @throws UserError also when the schemas declare something else. Nothing is noted then. */
export async function freezeDeclared(supabaseDir: string): Promise<string[]> {
  const [difference] = await compareWithMigrations(supabaseDir, async (comparison) => comparison.differences);
  if (difference !== undefined)
    throw new UserError(`First run db diff: the migrations lack what the schemas declare. ${difference}`);
  return freezeMigrations(supabaseDir);
}

/** Runs a server for the time of some work. @param work gets the server's URL. */
async function withServer<T>(
  start: typeof startSystemPostgres,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await start();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
