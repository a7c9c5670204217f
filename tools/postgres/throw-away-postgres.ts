import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostgresPrograms } from '../machine/find-postgres.ts';
import { runPostgres } from './run-postgres.ts';

export interface ThrowAwayPostgres {
  /** Its database `postgres`, as superuser. */
  url: string;
  /** Major version. */
  version: number;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server with nothing in it, in its own temporary folder.
 * @param isDurable whether a commit waits for the disk, as in production. Tests do not need that.
 * @throws UserError when it cannot be started, after removing everything.
 */
export async function startThrowAwayPostgres(
  programs: PostgresPrograms,
  { isDurable = false } = {},
): Promise<ThrowAwayPostgres> {
  const parent = mkdtempSync(path.join(tmpdir(), 'corvane-postgres-'));
  // For the user that runs the server. Nothing in it is readable for others.
  chmodSync(parent, 0o711);
  const remove = () => rm(parent, { recursive: true, force: true });
  try {
    const server = await runPostgres({
      programs,
      parent,
      password: randomBytes(24).toString('base64url'),
      isDurable,
      settings: { max_connections: 300 },
      log: (line) => console.error(line),
    });
    const stop = () => server.stop().finally(remove);
    return { url: server.url, version: programs.version, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
