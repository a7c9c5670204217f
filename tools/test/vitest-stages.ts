import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runProgram, type StageResult } from './stage.ts';

const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

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
  const report = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-report-')), 'vitest.json');
  const exitCode = await runProgram(command, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(text));
  // A file that cannot even be loaded fails the run without a failed test.
  return { passed: numPassedTests, failed: exitCode === 0 ? numFailedTests : Math.max(numFailedTests, 1) };
}
