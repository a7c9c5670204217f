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
} from 'node:fs';
import { join } from 'node:path';
import { startBackend } from '../../tools/stack/backend/backend.ts';

const ROOT = join(import.meta.dirname, '../..');
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
    join(ROOT, 'tools/stack/backend/prepare-postgres.sql'),
    join(ROOT, 'pnpm-workspace.yaml'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  // The seed's dates follow today's.
  return hash.update(new Date().toISOString().slice(0, 10)).digest('hex').slice(0, 16);
}

/**
 * Puts a migrated and seeded embedded database into `dataDir`: making one takes seconds, copying one does not.
 * The first test file of a run makes it, in `.cache/`.
 */
export async function copyDatabaseTemplate(dataDir: string): Promise<void> {
  const template = join(CACHE, `test-database-${fingerprint()}`);
  if (!existsSync(template)) {
    mkdirSync(CACHE, { recursive: true });
    for (const name of readdirSync(CACHE).filter(
      (entry) => entry.startsWith('test-database-') && !template.endsWith(entry),
    )) {
      rmSync(join(CACHE, name), { recursive: true, force: true });
    }
    const making = mkdtempSync(join(CACHE, 'making-'));
    const backend = await startBackend({
      dataDir: making,
      siteUrl: 'http://localhost',
      env: {},
      seed: true,
      log: () => {},
    });
    await backend.close();
    try {
      renameSync(join(making, 'database'), template);
    } catch (error) {
      // Another test file was quicker; its template is as good.
      if (!existsSync(template)) throw error;
    }
    rmSync(making, { recursive: true, force: true });
  }
  cpSync(template, join(dataDir, 'database'), { recursive: true });
}
