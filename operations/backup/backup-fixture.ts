import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withConnection } from '@corvane/tools/postgres/connect';
import { startSystemPostgres } from '@corvane/tools/postgres/start-system-postgres';
import { tableDigests } from '@corvane/tools/postgres/table-digests';
import type { ThrowAwayPostgres } from '@corvane/tools/postgres/throw-away-postgres';
import { createPreparedDatabase } from '@corvane/tools/stack/backend/schema/test-database';
import { afterAll, beforeAll } from 'vitest';
import { type OpsFixture, opsFixture, runOps } from '../ops-fixture.ts';

/** For tests of backups: a PostgreSQL server of its own with a database, a key, and a whole backup of it. */
export function useBackups() {
  let server: ThrowAwayPostgres;
  let fixture: OpsFixture;
  let source: string;
  let folder: string;
  let key: string;
  let recipient: string;
  /** A whole backup, for the tests that harm a copy of it. */
  let backup: string;

  beforeAll(async () => {
    server = await startSystemPostgres();
    source = (await createPreparedDatabase(server.url)).url;
    fixture = await opsFixture({ env: { DATABASE_URL: source }, seed: true });
    folder = await mkdtemp(path.join(tmpdir(), 'corvane-backup-'));
    key = path.join(folder, 'backup.key');
    const [printed = ''] = await ops(['backup', 'key', '--out', key]);
    recipient = printed.replace('BACKUP_RECIPIENT=', '');
    await ops(['backup', '--to', inFolder('all')]);
    const [name = ''] = await readdir(inFolder('all'));
    backup = path.join(inFolder('all'), name);
  });
  afterAll(async () => {
    await fixture?.close();
    await server?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const inFolder = (name: string) => path.join(folder, name);
  const ops = (args: readonly string[], databaseUrl = source, env: NodeJS.ProcessEnv = {}) =>
    runOps(fixture.connection, args, {
      env: { DATABASE_URL: databaseUrl, BACKUP_RECIPIENT: recipient, ...env },
    });
  const newDatabase = async () => (await createPreparedDatabase(server.url)).url;
  const digests = (url: string) => withConnection(url, tableDigests);
  const restore = (from: string, url: string, ...more: string[]) =>
    ops(['restore', '--from', from, '--key', key, ...more], url);
  return {
    server: () => server,
    /** Address of the database. */
    source: () => source,
    key: () => key,
    recipient: () => recipient,
    /** Folder of the whole backup. */
    backup: () => backup,
    inFolder,
    ops,
    newDatabase,
    digests,
    restore,
  };
}
