import { spawn } from 'node:child_process';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';

/** Counts of checks. A stage that could not run at all counts as one failed. */
export interface StageResult {
  passed: number;
  failed: number;
  /** What failed, a line each, as far as the stage can name it. */
  failures?: readonly string[];
}

export interface Stage {
  name: string;
  run(): Promise<StageResult>;
}

/** Runs a program in the repository's root, its output passed through. @returns its exit code, 1 for a signal. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? WORKSPACE_ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

export function verdict(exitCode: number): StageResult {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The last lines of a run: what failed, and the counts. */
export function sayTotals({ passed, failed, failures = [] }: StageResult): void {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
}
