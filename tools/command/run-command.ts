import { oneLine } from '../../shared/src/lib/plain-text.ts';
import { UserError } from './user-error.ts';

/**
 * Runs a command's main function. A `UserError` becomes one clear line. Any other error is a fault of ours and keeps its
 * stack. Both end the process.
 * @param failureCode exit code of both.
 */
export function runCommand(main: () => Promise<void>, failureCode = 1): void {
  main().catch((error: unknown) => {
    console.error(error instanceof UserError ? `error: ${oneLine(error.message)}` : error);
    process.exit(failureCode);
  });
}

/** Resolves at the first SIGINT or SIGTERM. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
