import { oneLine } from '../../shared/src/lib/plain-text.ts';
import { UserError } from './user-error.ts';

/** Runs a command's main function: a `UserError` is one clear line and exit code 1, anything else is our fault. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(error instanceof UserError ? `error: ${oneLine(error.message)}` : error);
    process.exit(1);
  });
}

/** Resolves at the first SIGINT or SIGTERM. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
