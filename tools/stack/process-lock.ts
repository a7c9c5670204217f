import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { StackError } from './stack-error.ts';

interface Holder {
  pid: number;
  /** Tells a process from a later one with the same pid; null where the system does not say. */
  startedAt: string | null;
  token: string;
}

export type LockAttempt = { held: true; release(): void } | { held: false; byPid: number | null };

/**
 * Tries to take a lock file for this process. The lock of a process that is gone is taken over.
 * @throws the system's error when the file cannot be written.
 */
export function tryProcessLock(file: string): LockAttempt {
  const own: Holder = { pid: process.pid, startedAt: processStart(process.pid), token: randomUUID() };
  for (const isLastTry of [false, true]) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
      return { held: true, release: () => releaseLock(file, own.token) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (isLastTry || (holder && isAlive(holder))) return { held: false, byPid: holder?.pid ?? null };
    moveAside(file, own.token);
  }
  return { held: false, byPid: null };
}

const LOOK_AGAIN_MS = 20;

export interface LockWait {
  timeoutMs: number;
  /** The error if another process still holds the lock then. */
  busy: (pid: number | null) => string;
}

/**
 * Takes a lock as soon as no other process has it.
 * @returns what gives it back; the lock of a process that ends without doing so is taken over.
 * @throws StackError when another process still holds it after `timeoutMs`.
 */
export async function waitForProcessLock(file: string, { timeoutMs, busy }: LockWait): Promise<() => void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const attempt = tryProcessLock(file);
    if (attempt.held) return attempt.release;
    if (Date.now() > deadline) throw new StackError(busy(attempt.byPid));
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/**
 * Does some work while it holds a lock, one process at a time.
 * @throws StackError when another process still holds it after `timeoutMs`.
 */
export async function withProcessLock<T>(file: string, work: () => Promise<T>, wait: LockWait): Promise<T> {
  const release = await waitForProcessLock(file, wait);
  try {
    return await work();
  } finally {
    release();
  }
}

function releaseLock(file: string, token: string): void {
  if (readHolder(file)?.token === token) rmSync(file, { force: true });
}

/** Moved away rather than deleted: of two that find it stale, one move succeeds. */
function moveAside(file: string, token: string): void {
  const stale = `${file}.${token}`;
  try {
    renameSync(file, stale);
    rmSync(stale, { force: true });
  } catch {
    // The other one moved it; the next try decides.
  }
}

/** Start of the process, in the system's own ticks; null when it has ended or the system does not say. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended. Where no process collects orphans, as in many containers, it stays in the list.
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.startedAt === null || holder.startedAt === processStart(holder.pid);
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
