import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import { StackError } from '../stack/stack-error.ts';
import { readPlaywrightReport } from './read-reports.ts';
import { runProgram, type StageResult } from './stage.ts';
import type { TestSite } from './test-site.ts';

/**
 * Runs Playwright's test runner in `e2e` against the site under test.
 * @param args of `playwright test`
 * @param browsers environment that says where the browsers are; may throw a StackError when they are not
 */
export async function runPlaywright(
  site: TestSite,
  name: string,
  args: readonly string[],
  browsers: () => NodeJS.ProcessEnv,
): Promise<StageResult> {
  try {
    const env = browsers();
    const { environment, dataDir } = await site.start();
    const report = path.join(dataDir, `${name}.json`);
    const exitCode = await runProgram('node', ['node_modules/@playwright/test/cli.js', 'test', ...args], {
      cwd: path.join(WORKSPACE_ROOT, 'e2e'),
      env: { ...environment, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    const text = await readFile(report, 'utf8').catch(() => null);
    return text === null
      ? { passed: 0, failed: 1, failures: ['Playwright made no report'] }
      : readPlaywrightReport(text, exitCode);
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    return { passed: 0, failed: 1, failures: [error.message] };
  }
}
