import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../command/user-error.ts';
import { embeddedPostgres } from '../../../machine/find-postgres.ts';
import { type PostgresServer, runPostgres } from '../../../postgres/run-postgres.ts';
import type { BackendSecrets } from '../data-dir/backend-secrets.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import {
  type DemoCredentials,
  loadCatalogue,
  seedDatabase,
  seedDemoAccess,
  seedDemoCredentials,
} from './seed.ts';

const SEED_FILE = join(import.meta.dirname, '../../../../supabase/seed.sql');
/** Beside the API's: operators' tools and journeys. */
const EMBEDDED_CONNECTIONS = 40;

interface DatabaseOptions {
  dataDir: string;
  /** A PostgreSQL server. Undefined for the embedded one, whose data is in `dataDir`. */
  databaseUrl: string | undefined;
  secrets: BackendSecrets;
  migrationsDir: string;
  /** null without demonstration data. */
  demo: DemoCredentials | null;
  log(line: string): void;
}

interface StartedDatabase {
  database: Database;
  /** As the owner. */
  url: string;
  /** The embedded server. Null when the database is elsewhere. */
  server: PostgresServer | null;
  close(): Promise<void>;
}

/**
 * Opens the database that the options name, and brings it to the newest migration. Starts the server if it is ours.
 * @throws UserError with one clear line when the operator can do something about it.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  const { databaseUrl, dataDir, secrets, log } = options;
  const server = databaseUrl === undefined ? await startServer(dataDir, secrets.databasePassword, log) : null;
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    await server?.stop();
  };
  try {
    const url = databaseUrl ?? server?.url ?? '';
    database = await openDatabase(url, {
      isEmbedded: server !== null,
      log: (line) => options.log(`database: ${line}`),
    });
    await prepare(database, options);
    return { database, url, server, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startServer(
  dataDir: string,
  password: string,
  log: (line: string) => void,
): Promise<PostgresServer> {
  if (existsSync(join(dataDir, 'database')))
    throw new UserError(
      `The data in ${dataDir} was made by an older version, with another database engine. Set DATA_DIR to another folder, or delete all data with \`npx -y pnpm@12 run reset\`.`,
    );
  // For root, another user runs the server. It must pass, and reads nothing beside its own folder.
  if (process.getuid?.() === 0) chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o011);
  return runPostgres({
    programs: embeddedPostgres(),
    parent: dataDir,
    password,
    isDurable: true,
    settings: { max_connections: EMBEDDED_CONNECTIONS, shared_buffers: '256MB' },
    log: (line) => log(`database: ${line}`),
  });
}

async function prepare(
  database: Database,
  { migrationsDir, demo, secrets, log }: DatabaseOptions,
): Promise<void> {
  await prepareDatabase(database);
  const applied = await migrate(database, migrationsDir);
  if (applied.length > 0) log(`database: applied ${applied.length} migrations`);
  if (demo === null) return;
  await loadCatalogue(database);
  await seedDatabase(database, SEED_FILE);
  await seedDemoCredentials(database, demo, secrets.salesIdPepper);
  await seedDemoAccess(database, demo.accessToken);
}

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
