import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SystemProgram } from '../../machine/system-packages.ts';
import { missingOf } from '../../machine/system-programs.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { readVitestReport } from '../read-reports.ts';
import { takesSample } from '../seed.ts';
import { addResults, cannotRun, runProgram, type StageResult } from './stage.ts';

/** Starts Debian's PostgreSQL for the command after it. */
const ON_POSTGRES = ['node', 'tools/postgres/with-postgres.ts'];
const ATTACKS = ['--config', 'e2e/attacks/vitest.config.ts'];
/** Attacks that reach the database. */
const ATTACKS_ON_DATABASE = ['one-door', 'limits', 'flood'];

/**
 * Records no outline by itself: a missing one is a failure, as in CI.
 * @param chosen arguments of Vitest that select tests
 * @param before a command that runs Vitest
 */
export async function runVitest(
  chosen: readonly string[],
  before: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<StageResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-report-'));
  const report = path.join(folder, 'vitest.json');
  try {
    const [program = '', ...args] = [...before, 'vitest', 'run', ...chosen, ...tags()];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const env = { UPDATE_SNAPSHOT: 'none', ...process.env, ...environment };
    const exitCode = await runProgram(program, [...args, ...reporters], { env });
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return { passed: 0, failed: 1, failures: ['Vitest made no report'] };
    return readVitestReport(text, exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tests of the database once more, on Debian's PostgreSQL. */
export function postgresStage(): Promise<StageResult> {
  const what = "the database on Debian's PostgreSQL";
  return runNeeding(['postgresql'], what, ['--project', 'database'], ON_POSTGRES);
}

/** Attacks on a running stack, at the gateway and at nginx. A deep run repeats some on Debian's PostgreSQL. */
export async function attacksStage(): Promise<StageResult> {
  const first = await runNeeding(['nginx'], 'attacks', ATTACKS);
  if (takesSample()) return first;
  const chosen = [...ATTACKS, ...ATTACKS_ON_DATABASE];
  const what = "attacks on Debian's PostgreSQL";
  return addResults([first, await runNeeding(['nginx', 'postgresql'], what, chosen, ON_POSTGRES)]);
}

async function runNeeding(
  needs: readonly SystemProgram[],
  what: string,
  chosen: readonly string[],
  before: readonly string[] = [],
): Promise<StageResult> {
  const missing = missingOf(needs);
  return missing.length > 0 ? cannotRun(what, await countTests(chosen), missing) : runVitest(chosen, before);
}

/** With the files run up to their tests: without that, a table of cases counts as one. */
async function countTests(chosen: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(
    'vitest',
    ['list', ...chosen, ...tags(), '--json', '--no-static-parse'],
    { cwd: WORKSPACE_ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  return (JSON.parse(stdout) as unknown[]).length;
}

function tags(): string[] {
  return takesSample() ? ['--tags-filter', '!deep'] : [];
}
