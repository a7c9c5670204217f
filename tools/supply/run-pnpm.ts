import { execFile } from 'node:child_process';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

export interface PnpmAnswer {
  exitCode: number;
  out: string;
  error: string;
}

/** Lists of all packages are long. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A registry that hangs must not hold up a test run. */
const TIMEOUT_MS = 120_000;

/** The pnpm that runs this command. Without one, that of `npx`. */
export function pnpmCommand(env: NodeJS.ProcessEnv = process.env): [string, ...string[]] {
  const pnpm = env.npm_execpath;
  if (!pnpm) return ['npx', '-y', 'pnpm@12'];
  return /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm];
}

/** Runs pnpm in the workspace. A program that cannot be started answers as one that fails. */
export function runPnpm(args: readonly string[]): Promise<PnpmAnswer> {
  const [command, ...prefix] = pnpmCommand();
  return new Promise((resolve) => {
    execFile(
      command,
      [...prefix, ...args],
      { cwd: WORKSPACE_ROOT, maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS },
      (error, out, stderr) => {
        const exitCode = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
        resolve({ exitCode, out, error: stderr === '' ? (error?.message ?? '') : stderr });
      },
    );
  });
}
