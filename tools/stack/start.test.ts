import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Outcome {
  exitCode: number | null;
  stderr: string;
}

/** Runs the start command, which is expected to end by itself. */
function start(env: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, stderr })));
}

function temporaryDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'corvane-start-'));
}

function expectOneLine({ exitCode, stderr }: Outcome, line: RegExp): void {
  expect(stderr.trim()).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
}

test('a port that is taken is one clear line, before anything is made', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const dataDir = await temporaryDirectory();
  expectOneLine(await start({ PORT: String(port), DATA_DIR: dataDir }), /^error: Port \d+ is in use/);
  expect(await readdir(dataDir)).toEqual([]);
  server.close();
});

test.each(['http', '99999', '80.5'])('PORT=%s is one clear line', async (port) => {
  expectOneLine(
    await start({ PORT: port, DATA_DIR: await temporaryDirectory() }),
    /^error: PORT must be a whole number/,
  );
});

test('LISTEN_ADDRESS=localhost is one clear line', async () => {
  expectOneLine(
    await start({ PORT: '0', LISTEN_ADDRESS: 'localhost', DATA_DIR: await temporaryDirectory() }),
    /^error: LISTEN_ADDRESS must be an IP address/,
  );
});

test('a data directory that cannot be written is one clear line', async () => {
  const file = path.join(await temporaryDirectory(), 'a-file');
  await writeFile(file, 'precious');
  expectOneLine(await start({ PORT: '0', DATA_DIR: file }), /^error: The data directory .* is not writable/);
  expect(await readFile(file, 'utf8')).toBe('precious');
});

test.each([
  ['missing', null],
  ['corrupt', '{"schemaVersion":'],
])('a live state that is %s is one clear line, and nothing is changed', async (state, content) => {
  const dataDir = await temporaryDirectory();
  const live = path.join(dataDir, 'site/states/1');
  await mkdir(live, { recursive: true });
  if (content !== null) await writeFile(path.join(live, 'state.json'), content);
  await symlink('states/1', path.join(dataDir, 'site/current'));
  const before = await readdir(dataDir, { recursive: true });
  expectOneLine(
    await start({ PORT: '0', DATA_DIR: dataDir }),
    new RegExp(`^error: The live state .* is ${state}\\. .*"release restore <state>"\\.$`),
  );
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
});
