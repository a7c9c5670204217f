import { describe } from 'vitest';
import type { SystemProgram } from './system-packages.ts';
import { hasProgram } from './system-programs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The reason of a skipped test: what the machine lacks. The run counts the test and prints this. */
    lacks?: SystemProgram | 'permission to mount a file system';
  }
}

/** Tests that need a program of the system. Without it they are skipped and counted; in CI they run, and fail. */
export function describeNeeding(program: SystemProgram, what: string, tests: () => void): void {
  const runs = hasProgram(program) || !!process.env.CI;
  describe.runIf(runs)(what, { meta: { lacks: program } }, tests);
}
