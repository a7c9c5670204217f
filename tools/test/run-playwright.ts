import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import type { SystemProgram } from '../machine/system-packages.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { countListed, readPlaywrightReport } from './read-reports.ts';
import { cannotRun, runProgram, type StageResult } from './stages/stage.ts';
import type { TestSite } from './test-site.ts';

interface PlaywrightRun {
  /** Names its report, and the journeys where they cannot run. */
  name: string;
  /** Of `playwright test`. */
  args: readonly string[];
  /** Environment that says where the browsers are. */
  browsers: NodeJS.ProcessEnv;
  /** Programs that this machine lacks. With any, the journeys are only counted: which ones depends on the live pages. */
  missing: readonly SystemProgram[];
}

/** Runs Playwright's test runner in `e2e` against the site under test. */
export async function runPlaywright(
  site: TestSite,
  { name, args, browsers, missing }: PlaywrightRun,
): Promise<StageResult> {
  try {
    const { environment, dataDir } = await site.start();
    const report = path.join(dataDir, `${name}.json`);
    const mode = missing.length > 0 ? ['--list'] : [];
    const exitCode = await runProgram(
      'node',
      ['node_modules/@playwright/test/cli.js', 'test', ...mode, ...args],
      {
        cwd: path.join(WORKSPACE_ROOT, 'e2e'),
        // What journeys release themselves. The site that they measure was compressed as it ships.
        env: {
          ...environment,
          ...browsers,
          RELEASE_COMPRESSION: 'fast',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
      },
    );
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return { passed: 0, failed: 1, failures: ['Playwright made no report'] };
    return missing.length > 0
      ? cannotRun(name, countListed(text), missing)
      : readPlaywrightReport(text, exitCode);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { passed: 0, failed: 1, failures: [error.message] };
  }
}
