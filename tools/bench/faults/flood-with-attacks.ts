import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { runCommand } from '../../command/run-command.ts';
import { freePorts } from '../../process/free-ports.ts';
import { timesLine } from '../samples.ts';
import type { FloodOrder } from './flood-client.ts';

const CALM_MS = 20_000;
const FLOOD_MS = 60_000;
const AT_ONCE = 10;
const START_TIMEOUT_MS = 300_000;
/** Another caller than the attacker, who is 127.0.0.1. Linux answers on the whole of 127.0.0.0/8. */
const VISITOR = '127.0.0.2';

interface Seen {
  pagesMs: number[];
  callsMs: number[];
  failedCalls: number;
  peakMegabytes: number;
}

/**
 * One client sends the worst known attacks for a minute, while another reads pages and calls the API. Compares with a
 * calm time before: the slowest page, failed calls, and the memory of the stack with its database process.
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const [port = 0] = await freePorts(1);
  const stack = spawn(process.execPath, [path.join(import.meta.dirname, '../../stack/start.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(port);
    const { publishableKey } = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'));
    const calm = await visit(port, publishableKey, stack.pid ?? 0, CALM_MS);
    const order: FloodOrder = { port, publishableKey, atOnce: AT_ONCE };
    const attacker = new Worker(new URL('./flood-client.ts', import.meta.url), { workerData: order });
    const flooded = await visit(port, publishableKey, stack.pid ?? 0, FLOOD_MS);
    await attacker.terminate();
    for (const [name, seen] of [
      ['calm', calm],
      ['flood', flooded],
    ] as const) {
      console.log(
        timesLine(`${name}: pages`, seen.pagesMs),
        `, slowest ${Math.round(Math.max(...seen.pagesMs))} ms`,
      );
      console.log(
        timesLine(`${name}: calls`, seen.callsMs),
        `, slowest ${Math.round(Math.max(...seen.callsMs))} ms, ${seen.failedCalls} failed`,
      );
      console.log(`${name}: memory at most ${Math.round(seen.peakMegabytes)} MB`);
    }
  } finally {
    stack.kill('SIGTERM');
    await new Promise((resolve) => stack.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while ((await ask(port, '/healthz').catch(() => 0)) !== 200) {
    if (Date.now() > deadline) throw new Error('The stack does not start');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function visit(port: number, publishableKey: string, pid: number, forMs: number): Promise<Seen> {
  const seen: Seen = { pagesMs: [], callsMs: [], failedCalls: 0, peakMegabytes: 0 };
  const until = Date.now() + forMs;
  const again = async (pauseMs: number, work: () => Promise<void>) => {
    while (Date.now() < until) {
      await work();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const pages = ['/', '/pricing', '/features', '/contact'];
  await Promise.all([
    again(50, async () => {
      const startedAt = performance.now();
      const page = pages[seen.pagesMs.length % pages.length] ?? '/';
      const status = await ask(port, page);
      if (status !== 200) throw new Error(`${page} answered ${status}`);
      seen.pagesMs.push(performance.now() - startedAt);
    }),
    again(250, async () => {
      const startedAt = performance.now();
      const status = await ask(port, '/rest/v1/rpc/get_plan_prices', publishableKey).catch(() => 0);
      seen.callsMs.push(performance.now() - startedAt);
      if (status !== 200) seen.failedCalls += 1;
    }),
    again(200, async () => {
      seen.peakMegabytes = Math.max(seen.peakMegabytes, megabytesOf(pid));
    }),
  ]);
  return seen;
}

/** @returns the status, once the whole answer has arrived. */
function ask(port: number, url: string, publishableKey?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: VISITOR,
        path: url,
        method: publishableKey === undefined ? 'GET' : 'POST',
        agent: false,
        headers:
          publishableKey === undefined ? {} : { apikey: publishableKey, 'Content-Type': 'application/json' },
      },
      (response) => response.resume().once('close', () => resolve(response.statusCode ?? 0)),
    );
    sent.once('error', reject);
    sent.end(publishableKey === undefined ? undefined : '{}');
  });
}

/** Memory of a process and all that it started. */
function megabytesOf(pid: number): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const figure = (field: string) =>
          Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        return { pid: Number(name), parent: figure('PPid'), megabytes: figure('VmRSS') / 1024 };
      } catch {
        return { pid: 0, parent: 0, megabytes: 0 };
      }
    });
  const sum = (parent: number): number =>
    rows
      .filter((row) => row.parent === parent)
      .reduce((total, row) => total + row.megabytes + sum(row.pid), 0);
  return sum(pid) + (rows.find((row) => row.pid === pid)?.megabytes ?? 0);
}
