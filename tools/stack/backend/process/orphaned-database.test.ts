import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { copyDatabaseTemplate } from '../../../../supabase/tests/stand/database-template.ts';

/** A stack in a process of its own, which says the database's process id. Its database is idle, or busy for good. */
const STACK = `
  import { readFileSync } from 'node:fs';
  import { startBackend } from ${JSON.stringify(path.join(import.meta.dirname, '../backend.ts'))};
  const [dataDir, schemaFile, doing] = process.argv.slice(2);
  const schema = readFileSync(schemaFile, 'utf8');
  const options = { dataDir, siteUrl: 'http://localhost:8080', env: {}, seed: false, schema, log() {} };
  const backend = await startBackend(options);
  if (doing === 'busy') backend.sql('select count(*) from generate_series(1, 100000000000)').catch(() => {});
  if (doing === 'failing') setTimeout(() => { throw new Error('A fault of the gateway'); }, 500);
  process.once('SIGTERM', () => process.exit(0));
  console.log(backend.databasePid());
`;
const PATIENCE = { timeout: 60_000 };

function isAlive(pid: number): boolean {
  try {
    // A process that has ended but was not collected is still listed.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux').each([
  ['killed', 'idle', 'SIGKILL'],
  ['killed', 'busy', 'SIGKILL'],
  ['stopped', 'busy', 'SIGTERM'],
  ['ended by a fault', 'failing', null],
] as const)(
  'a stack that is %s while its database is %s leaves no process behind',
  async (_how, doing, signal) => {
    const dir = await mkdtemp(path.join(tmpdir(), 'corvane-orphan-'));
    const schemaFile = path.join(dir, 'schema.json');
    await writeFile(schemaFile, await copyDatabaseTemplate(path.join(dir, 'data')));
    const script = path.join(dir, 'stack.ts');
    await writeFile(script, STACK);
    const stack = spawn(process.execPath, [script, path.join(dir, 'data'), schemaFile, doing], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = await new Promise<number>((resolve) => {
      stack.stdout.once('data', (text) => resolve(Number(String(text))));
    });
    expect(isAlive(pid)).toBe(true);
    const ended = new Promise((resolve) => stack.once('exit', resolve));
    if (signal !== null) stack.kill(signal);
    await ended;
    await vi.waitUntil(() => !isAlive(pid), PATIENCE);
    await rm(dir, { recursive: true, force: true });
  },
);
