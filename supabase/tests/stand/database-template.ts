import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '../../../tools/stack/backend/backend.ts';
import { copyTestDatabase, type TestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Changes with everything that shapes a fresh database: a server of the tests may outlive a change. */
function fingerprint(): string {
  const migrations = join(ROOT, 'supabase/migrations');
  const files = [
    ...readdirSync(migrations)
      .sort()
      .map((name) => join(migrations, name)),
    join(ROOT, 'supabase/catalogue.json'),
    join(ROOT, 'supabase/seed.sql'),
    join(ROOT, 'tools/stack/backend/engine/prepare-postgres.sql'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** A migrated and seeded database. The first test file of a run makes it, the others copy it. */
export function seededDatabase(): Promise<TestDatabase> {
  return copyTestDatabase(`seeded_${fingerprint()}`, async (url) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'corvane-template-'));
    const backend = await startBackend({
      dataDir,
      siteUrl: 'http://localhost',
      env: { DATABASE_URL: url },
      seed: true,
      log: () => {},
    });
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
}
