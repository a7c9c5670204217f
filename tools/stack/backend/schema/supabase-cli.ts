import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fixed, so that the types it generates and what its linters say change by our decision alone. */
export const SUPABASE_CLI = 'supabase@3.1.0';

export interface CliOutcome {
  /** Exit code. Null when npx itself is missing. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the official Supabase CLI, fetched on its first use. In an empty directory: it would read a `.env` and link
 * state from a project's. Without telemetry, and without TLS, as the servers here are on this machine.
 */
export async function runSupabaseCli(args: readonly string[]): Promise<CliOutcome> {
  const cwd = mkdtempSync(join(tmpdir(), 'corvane-cli-'));
  const options = {
    cwd,
    maxBuffer: 16 * 1024 * 1024,
    timeout: 120_000,
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', PGSSLMODE: 'disable' },
  };
  const outcome = await new Promise<CliOutcome>((resolve) => {
    execFile('npx', ['-y', SUPABASE_CLI, ...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, stderr });
    });
  });
  rmSync(cwd, { recursive: true, force: true });
  return outcome;
}
