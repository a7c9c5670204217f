import { oneLine } from '../../shared/src/lib/plain-text.ts';
import { UserError } from './user-error.ts';

const isEndedByReader = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';

/**
 * Runs a command's main function. A `UserError` becomes one clear line. Any other error is a fault of ours and keeps its
 * stack. Both end the process. A reader of the output that has enough, such as `head`, ends no work and is no error.
 * @param failureCode exit code of both.
 */
export function runCommand(main: () => Promise<void>, failureCode = 1): void {
  let hasReaderLeft = false;
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error) => {
      if (!isEndedByReader(error)) throw error;
      hasReaderLeft = true;
    });
  }
  main().catch((error: unknown) => {
    // Another pipe, such as one to a program that has failed, breaks with the same code.
    if (hasReaderLeft && isEndedByReader(error)) return;
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
