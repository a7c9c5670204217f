/// <reference path="./fs-native-extensions.d.ts" />

import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { tryLock } from 'fs-native-extensions';
import { UserError } from '../command/user-error.ts';

export type LockAttempt = { held: true; release(): void } | { held: false; byPid: number | null };

/**
 * Tries to take a lock file for this process. The system holds the lock, and frees it when the process ends in any way.
 * The file stays and names the last process that had the lock.
 * @throws the system's error when the file cannot be written.
 */
export function tryProcessLock(file: string): LockAttempt {
  const descriptor = openSync(file, 'a+', 0o600);
  if (!tryLock(descriptor)) {
    closeSync(descriptor);
    return { held: false, byPid: Number(readFileSync(file, 'utf8')) || null };
  }
  ftruncateSync(descriptor);
  writeSync(descriptor, String(process.pid));
  return { held: true, release: () => closeSync(descriptor) };
}

const LOOK_AGAIN_MS = 20;

interface LockWait {
  timeoutMs: number;
  /** The message if another process still holds the lock after the timeout. */
  busy: (pid: number | null) => string;
}

/**
 * Takes a lock as soon as no other process has it. @returns a function that releases it.
 * @throws UserError when another process still holds it after `timeoutMs`.
 */
export async function waitForProcessLock(file: string, { timeoutMs, busy }: LockWait): Promise<() => void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const attempt = tryProcessLock(file);
    if (attempt.held) return attempt.release;
    if (Date.now() > deadline) throw new UserError(busy(attempt.byPid));
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/**
 * Does some work while it holds a lock, one process at a time.
 * @throws UserError when another process still holds it after `timeoutMs`.
 */
export async function withProcessLock<T>(file: string, work: () => Promise<T>, wait: LockWait): Promise<T> {
  const release = await waitForProcessLock(file, wait);
  try {
    return await work();
  } finally {
    release();
  }
}
