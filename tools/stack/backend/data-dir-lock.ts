import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../stack-error.ts';

interface Holder {
  pid: number;
  /** Tells a process from a later one with the same pid; null where the system does not say. */
  startedAt: string | null;
  token: string;
}

/** When the process started, in the system's own ticks; null when it is gone or the system does not say. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
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

/**
 * Takes the data directory for this process: two processes on one set of database files would destroy them.
 * @returns what gives it back.
 * @throws StackError when the directory is not writable or another running process holds it. The lock of a process
 *   that is gone is taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'backend.lock');
  const own: Holder = { pid: process.pid, startedAt: processStart(process.pid), token: randomUUID() };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new StackError(`The data directory ${dataDir} is not writable. Change its owner or set DATA_DIR.`);
  }
  for (const isLastTry of [false, true]) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new StackError(
          `The data directory ${dataDir} is not writable. Change its owner or set DATA_DIR.`,
        );
      }
    }
    const holder = readHolder(file);
    if (isLastTry || (holder && isAlive(holder))) {
      throw new StackError(
        `The data directory ${dataDir} is in use by a running stack (process ${holder?.pid ?? 'unknown'}). Stop that one, or set DATA_DIR.`,
      );
    }
    // Moved away rather than deleted: of two that find it stale, one move succeeds.
    const stale = `${file}.${own.token}`;
    try {
      renameSync(file, stale);
      rmSync(stale, { force: true });
    } catch {
      // The other one moved it; the next try decides.
    }
  }
  return () => {
    if (readHolder(file)?.token === own.token) rmSync(file, { force: true });
  };
}
