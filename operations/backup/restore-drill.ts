import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { queryOnce, withConnection } from '@corvane/tools/postgres/connect';
import { startSystemPostgres } from '@corvane/tools/postgres/start-system-postgres';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { type BackupManifest, readWholeBackup } from './backup-manifest.ts';
import { restoreDatabase } from './restore-backup.ts';

interface Drill {
  manifest: BackupManifest;
  rows: number;
  /** From the first byte read to all rows compared, without the start of the server. */
  tookMs: number;
}

/**
 * Restores a backup into a PostgreSQL server of its own. Compares every row with the instant of the backup, and
 * removes the server.
 * @param databaseUrl where the drill is noted, for the doctor. Null notes nothing.
 * @throws UserError when PostgreSQL's server is not installed, or the backup cannot be restored.
 */
export async function drillRestore(
  from: string,
  identities: readonly string[],
  databaseUrl: string | null,
): Promise<Drill> {
  const manifest = await readWholeBackup(from);
  const server = await startSystemPostgres();
  try {
    await prepare(server.url, manifest.owners);
    const startedAt = performance.now();
    await restoreDatabase({ from, identities, databaseUrl: server.url, confirmReplacing: null });
    const tookMs = performance.now() - startedAt;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (databaseUrl !== null)
      await note(databaseUrl, { name: manifest.name, rows, tookMs: Math.round(tookMs) });
    return { manifest, rows, tookMs };
  } finally {
    await server.stop();
  }
}

/** The roles that a hosted project has before its first migration, and the owners of the dumped objects. */
async function prepare(url: string, owners: readonly string[]): Promise<void> {
  const script = path.join(WORKSPACE_ROOT, 'tools/stack/backend/engine/prepare-postgres.sql');
  await withConnection(url, async (sql) => {
    await sql.query(await readFile(script, 'utf8'));
    for (const owner of owners) {
      const [missing] = await sql.query<{ role: string }>(
        'select quote_ident($1) as role where not exists (select from pg_roles where rolname = $1)',
        [owner],
      );
      if (missing !== undefined) await sql.query(`create role ${missing.role}`);
    }
  });
}

async function note(databaseUrl: string, detail: object): Promise<void> {
  await queryOnce(databaseUrl, `select public.record_upkeep_run('restore_drill', $1)`, [detail]);
}
