import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '../../../tools/stack/backend/backend.ts';
import { copyTestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, '.cache');

/** Changes with everything that shapes a fresh database. */
function fingerprint(): string {
  const migrations = join(ROOT, 'supabase/migrations');
  const files = [
    ...readdirSync(migrations)
      .sort()
      .map((name) => join(migrations, name)),
    join(ROOT, 'supabase/catalogue.json'),
    join(ROOT, 'supabase/seed.sql'),
    join(ROOT, 'tools/stack/backend/engine/prepare-postgres.sql'),
    join(ROOT, 'pnpm-workspace.yaml'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  // The seed's dates follow today's.
  return hash.update(new Date().toISOString().slice(0, 10)).digest('hex').slice(0, 16);
}

/** A migrated and seeded embedded database, and what the API read of its schema. */
const DATABASE = 'database';
const SCHEMA = 'schema.json';

/**
 * Puts a migrated and seeded embedded database into `dataDir`: making one takes seconds, copying one does not.
 * The first test file of a run makes it, in `.cache/`.
 * @returns the schema for `startBackend`, which need not read it again
 */
export async function copyDatabaseTemplate(dataDir: string): Promise<string> {
  const template = join(CACHE, `seeded-database-${fingerprint()}`);
  if (!existsSync(template)) {
    mkdirSync(CACHE, { recursive: true });
    for (const name of readdirSync(CACHE).filter(
      (entry) => entry.startsWith('seeded-database-') && !template.endsWith(entry),
    )) {
      rmSync(join(CACHE, name), { recursive: true, force: true });
    }
    const making = mkdtempSync(join(CACHE, 'making-'));
    const made = join(making, 'template');
    mkdirSync(made);
    const schema = await seed(making);
    renameSync(join(making, DATABASE), join(made, DATABASE));
    writeFileSync(join(made, SCHEMA), schema ?? '');
    try {
      renameSync(made, template);
    } catch (error) {
      // Another test file was faster. Use its template.
      if (!existsSync(template)) throw error;
    }
    rmSync(making, { recursive: true, force: true });
  }
  cpSync(join(template, DATABASE), join(dataDir, DATABASE), { recursive: true });
  return readFileSync(join(template, SCHEMA), 'utf8');
}

/** Migrates and seeds a database. @returns what the API read of its schema */
async function seed(dataDir: string, databaseUrl?: string): Promise<string | null> {
  const backend = await startBackend({
    dataDir,
    siteUrl: 'http://localhost',
    env: { DATABASE_URL: databaseUrl },
    seed: true,
    log: () => {},
  });
  const schema = backend.databaseSchema();
  await backend.close();
  return schema;
}

export interface SeededDatabase {
  /** On the server that TEST_DATABASE_URL names. Without it, the embedded database is in the data directory. */
  url: string | undefined;
  /** For `startBackend`. */
  schema: string | null;
  drop(): Promise<void>;
}

/** A migrated and seeded database: on PostgreSQL when TEST_DATABASE_URL is set, or else embedded, in `dataDir`. */
export async function seededDatabase(dataDir: string): Promise<SeededDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const copy = await copyTestDatabase(server, `seeded_${fingerprint()}`, async (url) => {
      const making = mkdtempSync(join(tmpdir(), 'corvane-template-'));
      await seed(making, url);
      rmSync(making, { recursive: true, force: true });
    });
    return { ...copy, schema: null };
  }
  return { url: undefined, schema: await copyDatabaseTemplate(dataDir), drop: async () => {} };
}
