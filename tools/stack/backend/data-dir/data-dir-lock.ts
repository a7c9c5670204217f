import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../command/user-error.ts';
import { type LockAttempt, tryProcessLock } from '../../../process/process-lock.ts';

/**
 * Takes the data directory for this process: two processes on one set of database files would destroy them.
 * @returns what gives it back.
 * @throws UserError when the directory is not writable or another running process holds it. The lock of a process
 *   that is gone is taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  let attempt: LockAttempt;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    attempt = tryProcessLock(join(dataDir, 'backend.lock'));
  } catch {
    throw new UserError(`The data directory ${dataDir} is not writable. Change its owner or set DATA_DIR.`);
  }
  if (attempt.held) return attempt.release;
  throw new UserError(
    `The data directory ${dataDir} is in use by a running stack (process ${attempt.byPid ?? 'unknown'}). Stop that stack, or set DATA_DIR.`,
  );
}
