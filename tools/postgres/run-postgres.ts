import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../command/user-error.ts';
import type { PostgresPrograms } from '../machine/find-postgres.ts';
import { freePorts } from '../process/free-ports.ts';

export interface PostgresOptions {
  programs: PostgresPrograms;
  /** Holds the data folder. Made by the caller. */
  parent: string;
  /** Of the superuser `postgres`, who has every right. */
  password: string;
  /** Beside those of every server here. */
  settings?: Readonly<Record<string, string | number>>;
  /** false: a power cut may destroy the data. For throw-away servers. */
  isDurable: boolean;
  /** Gets what went wrong, and each restart. */
  log(line: string): void;
}

export interface PostgresServer {
  /** Its database `postgres`, as superuser. */
  url: string;
  /** Undefined while it starts again. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const READY = 'database system is ready to accept connections';
const PORT_TAKEN = 'could not bind';
const STILL_THERE = /postmaster\.pid|shared memory block/;
const PORTS_TRIED = 50;
const RESTART_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** The server of a process that was just killed needs so long to end. */
const ENDING_MS = 5_000;
/** Recovery after a kill replays what was written since the last checkpoint. */
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
/** Of what the server said, for the reason when it ends. */
const LINES_KEPT = 50;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  lc_messages: 'C',
  // Its start and its end. A refused statement may hold people's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
  // One machine, no replica.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  jit: 'off',
};

/** A start that did not succeed. */
class Refused extends Error {}

/**
 * Runs a PostgreSQL server in `<parent>/postgres`, on a free port of this machine. A server that ends is started
 * again. It ends with this process, even if that is killed, but for Windows.
 * @throws UserError with one clear line when the operator can do something about it. Nothing is left running then.
 */
export async function runPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { programs, parent, password, log } = options;
  const account = serverAccount();
  if (account !== null) for (const folder of [parent, programs.bin]) refuseImpassable(folder, account);
  const data = path.join(parent, 'postgres');
  if (!existsSync(data)) createCluster(data, options, account);
  refuseOtherVersion(data, programs.version);

  let child: ChildProcess | null = null;
  let isStopping = false;
  let restarted: Promise<void> = Promise.resolve();
  const { port, server } = await onFreePort((candidate) => startServer(data, candidate, options, account));
  watch(server);

  function watch(running: ChildProcess): void {
    child = running;
    const end = () => {
      child = null;
      if (isStopping) return;
      log(`PostgreSQL ended (${running.signalCode ?? running.exitCode}) and is started again`);
      restarted = restarted.then(restart);
    };
    // It may have ended right after it was ready.
    if (hasEnded(running)) end();
    else running.once('exit', end);
  }

  async function restart(): Promise<void> {
    for (let pauseMs = RESTART_PAUSE_MS; !isStopping; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return watch(await startServer(data, port, options, account));
      } catch (error) {
        log(`PostgreSQL does not start: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    pid: () => child?.pid,
    stop: async () => {
      isStopping = true;
      await restarted;
      if (child !== null) await stopServer(child);
    },
  };
}

/** Made under another name: what a killed start leaves behind is not taken for a database. */
function createCluster(
  data: string,
  { programs, password, isDurable }: PostgresOptions,
  account: ServerAccount | null,
): void {
  const unfinished = `${data}.unfinished`;
  const passwordFile = `${data}.password`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account !== null)
      for (const file of [unfinished, passwordFile]) chownSync(file, account.uid, account.gid);
    // The same order and letters on every system. Before version 17 only the system's own locales had that.
    const locale =
      programs.version >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C'];
    const { status, stderr, error } = spawnSync(
      path.join(programs.bin, 'initdb'),
      [
        ...['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
        ...['-E', 'UTF8', ...locale, ...(isDurable ? [] : ['--no-sync'])],
      ],
      { encoding: 'utf8', env: plainEnvironment(), cwd: '/', ...account },
    );
    if (status !== 0)
      throw new UserError(`The database cannot be made: ${reasonIn(stderr) ?? error?.message}`);
    renameSync(unfinished, data);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (error instanceof UserError) throw error;
    throw new UserError(`The database cannot be made: ${(error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function refuseOtherVersion(data: string, version: number): void {
  const file = path.join(data, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  if (found === String(version)) return;
  throw new UserError(
    `${data} holds ${found === null ? 'no PostgreSQL database' : `a database of PostgreSQL ${found}`}, not of ${version}. Set DATA_DIR to another folder, or delete all data with \`npx -y pnpm@12 run reset\`.`,
  );
}

/** A free port may be taken before the server has it. Then another one is tried. */
async function onFreePort(
  start: (port: number) => Promise<ChildProcess>,
): Promise<{ port: number; server: ChildProcess }> {
  const endingUntil = Date.now() + ENDING_MS;
  for (let left = PORTS_TRIED; ; ) {
    const [port = 0] = await freePorts(1);
    try {
      return { port, server: await start(port) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isEnding = STILL_THERE.test(error.message) && Date.now() < endingUntil;
      left -= 1;
      if (isEnding) await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      else if (left === 0 || !error.message.includes(PORT_TAKEN))
        throw new UserError(`The database cannot be started: ${error.message}`);
    }
  }
}

/** @throws Refused with the server's own reason. */
function startServer(
  data: string,
  port: number,
  { programs, settings, isDurable }: PostgresOptions,
  account: ServerAccount | null,
): Promise<ChildProcess> {
  const all = {
    ...SETTINGS,
    port,
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const server = spawn(
    path.join(programs.bin, 'postgres'),
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A group of its own: Ctrl-C in the terminal stops this process, which stops the server.
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      windowsHide: true,
      cwd: '/',
      env: plainEnvironment(),
      ...account,
    },
  );
  endWithThisProcess(server, account);
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const refuse = (why: string) => {
      clearTimeout(timer);
      server.kill('SIGQUIT');
      reject(new Refused(why));
    };
    const timer = setTimeout(() => refuse(`no answer within ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    server.once('error', (error) => refuse(error.message));
    server.once('close', (code) => refuse(reasonIn(said.join('\n')) ?? `it ended with ${code}`));
    if (server.stderr === null) return;
    // Read to the end: otherwise the server stops at a full pipe.
    createInterface(server.stderr).on('line', (line) => {
      if (said.push(line) > LINES_KEPT) said.shift();
      if (!line.includes(READY)) return;
      clearTimeout(timer);
      resolve(server);
    });
  });
}

/** Stops the server as soon as this process is gone, however that happened: then the shell's input ends. */
function endWithThisProcess(server: ChildProcess, account: ServerAccount | null): void {
  if (process.platform === 'win32' || server.pid === undefined) return;
  const guard = spawn('sh', ['-c', 'read -r _; kill -QUIT "$0" 2>&-', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: plainEnvironment(),
    ...account,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  server.once('exit', () => guard.kill('SIGKILL'));
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The server needs no more. Ours may hold secrets, and another user may run the server. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEMP, TMP, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, SystemRoot, LD_LIBRARY_PATH, LC_ALL: 'C' };
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // Ends all connections, and writes everything.
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** The line that says why, of what a program of PostgreSQL printed. */
function reasonIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const reasons = lines.filter((line) => /\b(PANIC|FATAL|error|could not|refus)/i.test(line));
  const taken = reasons.find((line) => line.includes(PORT_TAKEN));
  return (taken ?? reasons[0] ?? lines.at(-1))?.replace(/^(LOG|FATAL|PANIC|initdb: error): +/, '');
}

/** The user that runs the server. PostgreSQL refuses to run as root. */
interface ServerAccount {
  uid: number;
  gid: number;
}

const UNPRIVILEGED = 'nobody';

/** @returns null when this process is not root: the server runs as the same user. */
function serverAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string) =>
    Number(spawnSync('id', [option, UNPRIVILEGED], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @throws UserError naming the first folder on the way to `target` that the account cannot enter. */
function refuseImpassable(target: string, { uid, gid }: ServerAccount): void {
  const { root } = path.parse(target);
  const names = path.relative(root, target).split(path.sep);
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = path.join(root, ...names.slice(0, depth));
    const { mode, uid: owner, gid: group } = statSync(folder);
    const passing = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & passing) === 0)
      throw new UserError(
        `PostgreSQL does not run as root. The user ${UNPRIVILEGED}, who runs it here, cannot enter ${folder}. Start as another user, or use a folder that everyone may enter.`,
      );
  }
}
