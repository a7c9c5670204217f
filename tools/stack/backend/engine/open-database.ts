import { join } from 'node:path';
import { UserError } from '../../../command/user-error.ts';
import { waitForProcessLock } from '../../../process/process-lock.ts';
import type { Database } from './database.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { loadCatalogue, seedDatabase, seedDemoAccess, seedDemoCredentials } from './seed.ts';

/** Time limit for a killed database process to end. */
const LOCK_TIMEOUT_MS = 10_000;
const SEED_FILE = join(import.meta.dirname, '../../../../supabase/seed.sql');

/**
 * Opens the database that the settings name and brings it to the newest migration.
 * @throws UserError with one clear line when the operator can do something about it.
 */
export async function openDatabase(
  settings: DatabaseSettings,
): Promise<{ database: Database; appliedMigrations: number }> {
  const database = await connect(settings);
  try {
    return { database, appliedMigrations: await prepare(database, settings) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function connect({ databaseUrl, dataDir, schema }: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return openPostgres(databaseUrl);
  // Two processes on one set of database files would destroy them. The data directory has a lock as well, but that
  // one is the parent's: a parent that was killed may leave a child that is still busy for a moment.
  const release = await waitForProcessLock(join(dataDir, 'database.lock'), {
    timeoutMs: LOCK_TIMEOUT_MS,
    busy: (pid) => `The database in ${dataDir} is in use by process ${pid ?? 'unknown'}. Stop that process.`,
  });
  try {
    const database = await openPglite(join(dataDir, 'database'), schema);
    return { ...database, close: () => database.close().finally(release) };
  } catch (error) {
    release();
    throw new UserError(
      `The database in ${dataDir} cannot be opened: ${(error as Error).message}. Restore it, or delete all data with \`npx -y pnpm@12 run reset\`.`,
    );
  }
}

async function prepare(database: Database, { prepare: wanted, secrets }: DatabaseSettings): Promise<number> {
  if (wanted === null) return 0;
  await prepareDatabase(database);
  const applied = await migrate(database, wanted.migrationsDir);
  if (wanted.demo !== null) {
    await loadCatalogue(database);
    await seedDatabase(database, SEED_FILE);
    await seedDemoCredentials(database, wanted.demo.salesIds, secrets.salesIdPepper);
    await seedDemoAccess(database, wanted.demo.accessToken);
  }
  return applied.length;
}
