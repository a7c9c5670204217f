import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeMounting } from '../machine/describe-needing.ts';
import { embeddedPostgres } from '../machine/find-postgres.ts';
import { queryOnce } from './connect.ts';
import { type PostgresOptions, type PostgresServer, runPostgres } from './run-postgres.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };

let parent: string;
let logged: string[];

beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'corvane data für tests-'));
  chmodSync(parent, 0o711);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function run(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  logged = [];
  return runPostgres({
    programs: embeddedPostgres(),
    parent,
    password: 'of the owner',
    isDurable: true,
    log: (line) => logged.push(line),
    ...options,
  });
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended but was not collected is still listed.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('its letters, their order and its time are the same on every system', async () => {
  const server = await run();
  expect(
    await queryOnce(
      server.url,
      `select lower('JÖRG') as lower, 'Z' < 'a' as by_code_point, current_setting('timezone') as zone,
        pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as locale
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    { lower: 'jörg', by_code_point: true, zone: 'UTC', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' },
  ]);
  await server.stop();
});

test('only this machine reaches it, with the password', async () => {
  const server = await run();
  const withoutPassword = new URL(server.url);
  withoutPassword.password = 'wrong';
  await expect(queryOnce(withoutPassword.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(await queryOnce(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await queryOnce(server.url, 'show unix_socket_directories')).toEqual([
    { unix_socket_directories: '' },
  ]);
  await server.stop();
});

test('killed during writes, it starts again at the same address, with everything that was confirmed', async () => {
  const server = await run();
  await queryOnce(server.url, 'create table kept (id integer)');
  const confirmed: number[] = [];
  const write = async (id: number): Promise<void> => {
    await queryOnce(server.url, 'insert into kept values ($1)', [id]);
    confirmed.push(id);
    await write(id + 3);
  };
  const writing = [1, 2, 3].map((id) => write(id).catch(() => undefined));
  await vi.waitUntil(() => confirmed.length > 20, PATIENCE);
  const pid = server.pid();
  if (pid === undefined) throw new Error('The server does not run');
  process.kill(pid, 'SIGKILL');
  await Promise.all(writing);
  await vi.waitUntil(() => server.pid() !== undefined && server.pid() !== pid, PATIENCE);
  await vi.waitUntil(() => queryOnce(server.url, 'select 1').catch(() => null), PATIENCE);
  const kept = await queryOnce(server.url, 'select id from kept');
  expect(kept).toEqual(expect.arrayContaining(confirmed.map((id) => ({ id }))));
  expect(logged[0]).toBe('PostgreSQL ended (SIGKILL) and is started again');
  const last = server.pid() ?? 0;
  await server.stop();
  expect(isAlive(last)).toBe(false);
});

test('the file of a server that is gone does not keep it from starting', async () => {
  await (await run()).stop();
  writeFileSync(path.join(parent, 'postgres/postmaster.pid'), `999999\n${parent}\n0\n1\n\n\n`);
  if (process.getuid?.() === 0) spawnSync('chown', ['nobody', path.join(parent, 'postgres/postmaster.pid')]);
  const server = await run();
  expect(await queryOnce(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a second server on the same folder is refused, and the first goes on', async () => {
  const server = await run();
  await expect(run()).rejects.toThrow(
    /^The database cannot be started: lock file "postmaster.pid" already exists/,
  );
  expect(await queryOnce(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a folder of another version is refused and left alone', async () => {
  const other = mkdtempSync(path.join(tmpdir(), 'corvane-other-'));
  chmodSync(other, 0o711);
  mkdirSync(path.join(other, 'postgres'));
  writeFileSync(path.join(other, 'postgres/PG_VERSION'), '16\n');
  await expect(run({ parent: other })).rejects.toThrow(
    /holds a database of PostgreSQL 16, not of 17\. Set DATA_DIR .*run reset/,
  );
  expect(readdirSync(path.join(other, 'postgres'))).toEqual(['PG_VERSION']);
});

test.runIf(process.getuid?.() === 0)('a folder that its user cannot enter is named', async () => {
  const closed = mkdtempSync(path.join(tmpdir(), 'corvane-closed-'));
  await expect(run({ parent: closed })).rejects.toThrow(`cannot enter ${closed}. Start as another user`);
  expect(readdirSync(closed)).toEqual([]);
});

describeMounting('a full disk', () => {
  test('is one clear line, and nothing is left', async () => {
    const small = mkdtempSync(path.join(tmpdir(), 'corvane-full-'));
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', small]);
    try {
      await expect(run({ parent: small })).rejects.toThrow(/^The database cannot be made: .*No space left/);
      expect(readdirSync(small)).toEqual([]);
    } finally {
      spawnSync('umount', [small]);
    }
  });
});

/** A process with a server, which says the server's process id. Its database is idle, or busy for good. */
const OWNER = `
  import { queryOnce } from ${JSON.stringify(path.join(import.meta.dirname, 'connect.ts'))};
  import { embeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, '../machine/find-postgres.ts'))};
  import { runPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'run-postgres.ts'))};
  const [parent, doing] = process.argv.slice(1);
  const server = await runPostgres({
    programs: embeddedPostgres(), parent, password: 'of the owner', isDurable: true, log() {},
  });
  if (doing === 'busy')
    queryOnce(server.url, 'select count(*) from generate_series(1, 100000000000)').catch(() => {});
  if (doing === 'failing') setTimeout(() => { throw new Error('A fault of the gateway'); }, 100);
  process.once('SIGTERM', () => process.exit(0));
  console.log(server.pid());
`;

describe.runIf(process.platform === 'linux')('leaves no server behind', () => {
  test.each([
    ['killed', 'idle', 'SIGKILL'],
    ['killed', 'busy', 'SIGKILL'],
    ['stopped', 'busy', 'SIGTERM'],
    ['ended by a fault', 'failing', null],
  ] as const)('a process that is %s while its database is %s', async (_how, doing, signal) => {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER, parent, doing], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => owner.once('exit', resolve));
    const pid = await new Promise<number>((resolve) => {
      owner.stdout.once('data', (text) => resolve(Number(String(text))));
    });
    expect(isAlive(pid)).toBe(true);
    if (signal !== null) owner.kill(signal);
    await ended;
    await vi.waitUntil(() => !isAlive(pid), PATIENCE);
  });
});
