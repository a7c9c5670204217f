import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type LockAttempt, tryProcessLock } from '@corvane/tools/process/process-lock';

/** The folder of a backup while it is made. */
export interface UnfinishedBackup {
  folder: string;
  /** Gives it its own name: now it is whole. */
  finish(target: string): Promise<void>;
  /** Removes it with all that is in it. */
  discard(): Promise<void>;
}

const LOCK_FILE = '.lock';
const PART = /^\..*\.part$/;

/**
 * Makes the folder for a backup. Its process locks it for as long as it lives. So the next run can tell a backup that
 * is being made from one that was killed.
 * @throws the system's error, `ENOTEMPTY` or `EEXIST` when another backup of that name is being made.
 */
export async function beginBackup(to: string, name: string): Promise<UnfinishedBackup> {
  // It is locked before it has the name that others look for.
  const unnamed = await mkdtemp(path.join(to, `.${name}.new-`));
  let lock: LockAttempt | null = null;
  const release = () => {
    if (lock?.held) lock.release();
    lock = null;
  };
  const folder = path.join(to, `.${name}.part`);
  try {
    lock = tryProcessLock(path.join(unnamed, LOCK_FILE));
    await rename(unnamed, folder);
  } catch (error) {
    release();
    await rm(unnamed, { recursive: true, force: true });
    throw error;
  }
  return {
    folder,
    finish: async (target) => {
      await rename(folder, target);
      await rm(path.join(target, LOCK_FILE), { force: true });
      release();
    },
    discard: async () => {
      await rm(folder, { recursive: true, force: true });
      release();
    },
  };
}

/** Removes what killed backups left. Those that are being made stay. @returns the removed names. */
export async function removeKilledBackups(to: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of (await readdir(to)).filter((entry) => PART.test(entry))) {
    const folder = path.join(to, name);
    const lock = attempt(path.join(folder, LOCK_FILE));
    if (!lock?.held) continue;
    await rm(folder, { recursive: true, force: true });
    lock.release();
    removed.push(name);
  }
  return removed;
}

/** @returns null when the folder has just got its own name, or was removed. */
function attempt(file: string): LockAttempt | null {
  try {
    return tryProcessLock(file);
  } catch {
    return null;
  }
}
