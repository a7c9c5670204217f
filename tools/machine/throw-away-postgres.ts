import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from '../process/claim-port.ts';

export interface ThrowAwayPostgres {
  /** Its database `postgres`, as superuser. */
  url: string;
  /** Major version, 15 or later. */
  version: number;
  /** Stops the server and removes its files. */
  stop(): void;
}

const ROOT = '/usr/lib/postgresql';

/**
 * Debian keeps the server's programs out of PATH, one directory per major version.
 * @returns the lowest suitable one, 15 or later. Null when there is none.
 */
export function findPostgresVersion(): number | null {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).map(Number) : [];
  const usable = versions.filter(
    (version) => version >= 15 && existsSync(join(ROOT, `${version}/bin/initdb`)),
  );
  return usable.sort((a, b) => a - b)[0] ?? null;
}

/** Path of a program of that version. The one in PATH may have another version. */
export function postgresProgram(name: string): string {
  return join(ROOT, `${findPostgresVersion()}/bin/${name}`);
}

/** PostgreSQL refuses to run as root. The package's own user runs it then. */
function runServerProgram(command: string[]): void {
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const result = spawnSync(program, args, { cwd: tmpdir(), encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command[0]} failed: ${result.stderr || result.error?.message}`);
}

function userId(name: string): number {
  return Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout.trim());
}

/**
 * Starts a PostgreSQL cluster in its own temporary directory.
 * @param isDurable whether a commit waits for the disk, as in production. Tests do not need that.
 * @returns null when PostgreSQL 15 or later is not installed.
 * @throws when it cannot be started, after removing everything.
 */
export async function startThrowAwayPostgres({ isDurable = false } = {}): Promise<ThrowAwayPostgres | null> {
  const version = findPostgresVersion();
  if (version === null) return null;
  const bin = join(ROOT, `${version}/bin`);
  const dir = mkdtempSync(join(tmpdir(), 'corvane-postgres-'));
  if (process.getuid?.() === 0) chownSync(dir, userId('postgres'), 0);
  const cluster = join(dir, 'cluster');
  const stop = () => {
    if (existsSync(join(cluster, 'postmaster.pid'))) {
      runServerProgram([join(bin, 'pg_ctl'), '-D', cluster, '-m', 'immediate', '-w', 'stop']);
    }
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const port = await claimPort(0);
    const initial = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
    runServerProgram([join(bin, 'initdb'), '-D', cluster, ...initial]);
    const settings = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=${isDurable ? 'on' : 'off'} -c max_connections=200`;
    const log = join(dir, 'log');
    runServerProgram([join(bin, 'pg_ctl'), '-D', cluster, '-w', '-l', log, '-o', settings, 'start']);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
