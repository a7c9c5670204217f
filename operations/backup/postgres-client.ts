import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { UserError } from '@corvane/tools/command/user-error';
import { postgresProgram, systemPostgres } from '@corvane/tools/machine/find-postgres';
import { parseDatabaseUrl } from '@corvane/tools/stack/backend/engine/database';

/** A program of PostgreSQL that reads and writes streams. */
interface ClientProgram {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it has ended well. @throws UserError with its own last words */
  done: Promise<void>;
}

/**
 * Starts a client program for a database. The URL goes into its environment: other users of the machine can read
 * arguments.
 */
export function startClient(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  databaseUrl?: string,
): ClientProgram {
  const program = systemPostgres() === null ? name : postgresProgram(name);
  const child = spawn(program, args, {
    env: { ...process.env, ...(databaseUrl === undefined ? {} : connectionVariables(databaseUrl)) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // What it had not read yet goes with it. Its exit code says why it ended.
  child.stdin.on('error', () => {});
  return { stdin: child.stdin, stdout: child.stdout, done: ended(child, name) };
}

function ended(child: ChildProcessByStdio<Writable, Readable, Readable>, name: string): Promise<void> {
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-4_000);
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          error.code === 'ENOENT'
            ? `${name} is missing. Debian: apt-get install -y postgresql-client-15`
            : `${name} did not start: ${error.message}`,
        ),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const lines = said.trim().split('\n');
      const words = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? `exit code ${code}`;
      reject(new UserError(`${name} failed: ${words.replace(/^\S+: (error: )?/, '')}`));
    });
  });
  // The caller waits for it, maybe only after another failure.
  done.catch(() => {});
  return done;
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
