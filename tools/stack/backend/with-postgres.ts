import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command with TEST_DATABASE_URL naming a throw-away PostgreSQL cluster, and stops the cluster after it:
 *
 *   node tools/stack/backend/with-postgres.ts vitest run supabase
 *
 * Exits with the command's code; with 77 ("skipped") and one line when PostgreSQL 15 or later is not installed.
 */
const SKIPPED = 77;

/** Debian keeps the server's programs out of PATH, one directory per major version. */
function findBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  for (const version of versions.sort((a, b) => a - b)) {
    const dir = join(root, String(version), 'bin');
    if (existsSync(join(dir, 'initdb'))) return dir;
  }
  return null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** PostgreSQL refuses to run as root; the package's own user runs it then. */
function asServerUser(command: string[]): [string, string[]] {
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return [program, args];
}

function runServerProgram(command: string[]): void {
  const [program, args] = asServerUser(command);
  const result = spawnSync(program, args, { cwd: tmpdir(), encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command[0]} failed: ${result.stderr || result.error?.message}`);
}

function userId(name: string): number {
  return Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout.trim());
}

async function main(command: string[]): Promise<number> {
  const bin = findBinaries();
  if (!bin) {
    console.error('PostgreSQL 15 is not installed (Debian: apt-get install postgresql-15); skipped.');
    return SKIPPED;
  }
  const dir = mkdtempSync(join(tmpdir(), 'corvane-postgres-'));
  if (process.getuid?.() === 0) chownSync(dir, userId('postgres'), 0);
  const cluster = join(dir, 'cluster');
  const port = await freePort();
  try {
    runServerProgram([
      join(bin, 'initdb'),
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ]);
    const settings = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
    runServerProgram([
      join(bin, 'pg_ctl'),
      '-D',
      cluster,
      '-w',
      '-l',
      join(dir, 'log'),
      '-o',
      settings,
      'start',
    ]);
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
    });
    // The command gets the signal from the terminal as well; the cluster is stopped once it has ended.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    if (existsSync(join(cluster, 'postmaster.pid'))) {
      runServerProgram([join(bin, 'pg_ctl'), '-D', cluster, '-m', 'immediate', '-w', 'stop']);
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
