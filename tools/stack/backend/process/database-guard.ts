import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { OVERRUN_SIGNAL } from './database-messages.ts';

/** What the database process shares with its guard: figures that the main thread sets before each call. */
export interface GuardData {
  parentPid: number;
  /** `[bytes of memory, microseconds of processor time]` at which the process ends. */
  limits: Float64Array;
}

const LOOK_EVERY_MS = 100;

/**
 * Runs on a thread of its own in the database process. While a query runs, the main thread can neither hear that its
 * parent is gone nor be told to stop. And the embedded database has no timer for `statement_timeout`.
 */
const { parentPid, limits } = workerData as GuardData;
const [memoryBytes, cpuMicros] = [0, 1];

setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > (limits[memoryBytes] ?? 0)) end('memory');
  const { user, system } = process.cpuUsage();
  if (user + system > (limits[cpuMicros] ?? 0)) end('processor time');
}, LOOK_EVERY_MS);

function end(what: string): void {
  writeSync(2, `database: a call took more ${what} than allowed; the process ends\n`);
  process.kill(process.pid, OVERRUN_SIGNAL);
}
