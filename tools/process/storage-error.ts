import { UserError } from '../command/user-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** An error of the file system in plain words. Any other error unchanged. */
export function explainStorageError(error: unknown, target: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined
    ? error
    : new UserError(`${target} could not be stored: ${reason}`, { cause: error });
}

/** Whether an error says that there is no space left. */
export function isFullDisk(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause !== undefined && isFullDisk(cause));
}
