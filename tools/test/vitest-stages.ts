import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readVitestReport } from './read-reports.ts';
import { runProgram, type StageResult } from './stage.ts';

/** Unit, database (embedded), function and edge tests. */
export function vitestStage(): Promise<StageResult> {
  return runVitest(['vitest', 'run']);
}

/** The database and API suite once more, on a throw-away real PostgreSQL. */
export async function postgresStage(): Promise<StageResult> {
  if (!existsSync('/usr/lib/postgresql/15/bin/initdb')) {
    console.log(
      'PostgreSQL 15 is missing, so the suite ran on PGlite only. Debian: apt-get install postgresql-15',
    );
    return { passed: 0, failed: process.env.CI ? 1 : 0 };
  }
  return runVitest(['node', 'tools/stack/backend/with-postgres.ts', 'vitest', 'run', 'supabase/tests']);
}

async function runVitest([command = '', ...args]: readonly string[]): Promise<StageResult> {
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
