import { join } from 'node:path';
import { startSystemPostgres } from '../postgres/start-system-postgres.ts';
import { openDatabase } from '../stack/backend/engine/database.ts';
import { migrate } from '../stack/backend/engine/migrate.ts';
import { createPreparedDatabase } from '../stack/backend/schema/test-database.ts';
import { createDeclaredDatabase } from './declared-schema.ts';
import { type DatabaseDescription, describeDatabase, differences } from './describe-database.ts';

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
 * @throws UserError when PostgreSQL is not installed, or a file of either cannot be run.
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
        await migrate(database, join(supabaseDir, 'migrations'));
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
