import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { tryProcessLock, waitForProcessLock } from './process-lock.ts';

const MODULE = JSON.stringify(path.join(import.meta.dirname, 'process-lock.ts'));

async function lockFile(): Promise<string> {
  return path.join(await mkdtemp(path.join(tmpdir(), 'corvane-lock-')), 'lock');
}

/** Another process that holds the lock until it is killed. */
async function startHolder(file: string): Promise<ChildProcess> {
  const code = `import { tryProcessLock } from ${MODULE};
    tryProcessLock(${JSON.stringify(file)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  return holder;
}

test('only one process at a time holds a lock', async () => {
  const file = await lockFile();
  const first = tryProcessLock(file);
  expect(first.held).toBe(true);
  expect(tryProcessLock(file)).toEqual({ held: false, byPid: process.pid });
  if (first.held) first.release();
  expect(tryProcessLock(file).held).toBe(true);
});

test('a lock that is held names its process, and is free as soon as that process is killed', async () => {
  const file = await lockFile();
  const holder = await startHolder(file);
  expect(tryProcessLock(file)).toEqual({ held: false, byPid: holder.pid });
  await expect(
    waitForProcessLock(file, { timeoutMs: 50, busy: (pid) => `process ${pid} has it` }),
  ).rejects.toThrow(`process ${holder.pid} has it`);
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await ended;
  expect(tryProcessLock(file).held).toBe(true);
});

test('if several processes find the lock of a killed process at once, one takes it', async () => {
  const rounds = 300;
  const takers = 2;
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-lock-'));
  const left = JSON.stringify({ pid: 999_999_999, startedAt: null, token: 'gone' });
  for (let round = 0; round < rounds; round++) await writeFile(path.join(folder, String(round)), left);
  const arrived = new Int32Array(new SharedArrayBuffer(4 * (rounds + 1)));
  const taken = new Int32Array(new SharedArrayBuffer(4 * rounds));
  const code = `
    const { arrived, taken, folder, takers } = require('node:worker_threads').workerData;
    import(${MODULE}).then(({ tryProcessLock }) => {
      for (let round = 0; ; round++) {
        Atomics.add(arrived, round, 1);
        while (Atomics.load(arrived, round) < takers);
        // What ended would give its locks back.
        if (round === taken.length) return;
        if (tryProcessLock(folder + '/' + round).held) Atomics.add(taken, round, 1);
      }
    });`;
  await Promise.all(
    Array.from({ length: takers }, () => {
      const worker = new Worker(code, { eval: true, workerData: { arrived, taken, folder, takers } });
      return new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => resolve());
      });
    }),
  );
  expect([...taken]).toEqual(Array(rounds).fill(1));
});
