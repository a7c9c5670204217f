import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { missingOf } from '../../machine/system-programs.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { readVitestReport } from '../read-reports.ts';
import { cannotRun, runProgram, type StageResult } from './stage.ts';

/** Unit, database (embedded), function and edge tests. */
export function vitestStage(): Promise<StageResult> {
  return runVitest(['vitest', 'run']);
}

const DATABASE_TESTS = 'supabase/tests';

/** The database and API suite once more, on a throw-away real PostgreSQL. */
export async function postgresStage(): Promise<StageResult> {
  const missing = missingOf(['postgresql']);
  if (missing.length > 0)
    return cannotRun('the database on PostgreSQL', await countTests([DATABASE_TESTS]), missing);
  return runVitest(['node', 'tools/postgres/with-postgres.ts', 'vitest', 'run', DATABASE_TESTS]);
}

/** With the files run up to their tests: without that, a table of cases counts as one. */
export async function countTests(chosen: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('vitest', ['list', ...chosen, '--json', '--no-static-parse'], {
    cwd: WORKSPACE_ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return (JSON.parse(stdout) as unknown[]).length;
}

export async function runVitest([command = '', ...args]: readonly string[]): Promise<StageResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-report-'));
  const report = path.join(folder, 'vitest.json');
  try {
    const exitCode = await runProgram(command, [
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    const text = await readFile(report, 'utf8').catch(() => null);
    return text === null
      ? { passed: 0, failed: 1, failures: [`${command} made no report`] }
      : readVitestReport(text, exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
