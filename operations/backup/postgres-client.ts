import { UserError } from '@corvane/tools/command/user-error';
import { postgresProgram, systemPostgres } from '@corvane/tools/machine/find-postgres';
import { parseDatabaseUrl } from '@corvane/tools/stack/backend/engine/database';
import { startProgram } from './start-program.ts';

/** Starts a client program for a database, which is named in its environment. */
export function startClient(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  databaseUrl?: string,
) {
  return startProgram(systemPostgres() === null ? name : postgresProgram(name), args, {
    name,
    env: databaseUrl === undefined ? {} : connectionVariables(databaseUrl),
    missing: 'Debian: apt-get install -y postgresql-client',
  });
}

/** @throws UserError when the text is no URL of a database. */
export function connectionVariables(databaseUrl: string): Record<string, string> {
  const url = parseDatabaseUrl(databaseUrl);
  if (url.pathname.length < 2)
    throw new UserError('DATABASE_URL names no database: add /database at its end');
  const sslMode = url.searchParams.get('sslmode');
  return {
    PGHOST: url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
  };
}
