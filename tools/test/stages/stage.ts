import { spawn } from 'node:child_process';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Tests that did not run. */
export interface Skipped {
  /** Which ones: the stage, or a part of it. */
  what: string;
  tests: number;
  /** Their missing needs: names of system programs, or words for anything else. */
  needs: readonly string[];
}

/** Counts of checks. */
export interface StageResult {
  passed: number;
  failed: number;
  skipped?: readonly Skipped[];
  /** The failures, one line each, as far as the stage can name them. */
  failures?: readonly string[];
  /** Journeys that passed at the second try. */
  retried?: readonly string[];
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

/** Tests that this machine cannot run: skipped, and failed in CI, where nothing may be missing. */
export function cannotRun(what: string, tests: number, needs: readonly string[]): StageResult {
  if (!process.env.CI) return { passed: 0, failed: 0, skipped: [{ what, tests, needs }] };
  return { passed: 0, failed: tests, failures: [`${what} did not run, needs: ${needs.join(', ')}`] };
}

export function addResults(results: readonly StageResult[]): Required<StageResult> {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    skipped: results.flatMap(({ skipped = [] }) => skipped),
    failures: results.flatMap(({ failures = [] }) => failures),
    retried: results.flatMap(({ retried = [] }) => retried),
  };
}

/** With the stage's name before each line. */
export function named(name: string, result: StageResult): StageResult {
  const failures = result.failed > 0 ? (result.failures ?? ['see above']) : [];
  return {
    ...result,
    failures: failures.map((line) => `${name}: ${line}`),
    skipped: result.skipped?.map((part) => ({ ...part, what: `${name}: ${part.what}` })),
    retried: result.retried?.map((line) => `${name}: ${line}`),
  };
}

/** `N passed, N failed`, and `, N skipped` where tests did not run. */
export function countsOf({ passed, failed, skipped = [] }: StageResult): string {
  const tests = skipped.reduce((sum, part) => sum + part.tests, 0);
  return `${passed} passed, ${failed} failed${tests > 0 ? `, ${tests} skipped` : ''}`;
}
