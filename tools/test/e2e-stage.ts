import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import { StackError } from '../stack/stack-error.ts';
import { startSite } from '../stack/start-site.ts';
import { findJourneyBrowser } from './find-browser.ts';
import { countListed, readPlaywrightReport } from './read-reports.ts';
import { cannotRun, runProgram, type StageResult } from './stage.ts';
import takeTemporaryFolder from './temporary-folder.ts';

const E2E = path.join(WORKSPACE_ROOT, 'e2e');
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/**
 * Journeys in a real browser against the composed production build, on a stack of their own.
 * @param chosen arguments of Playwright that choose among them; all when there are none.
 */
export async function e2eStage(chosen: readonly string[] = []): Promise<StageResult> {
  const browser = findJourneyBrowser(process.env);
  // Without a browser they are only counted: which ones there are depends on the pages that are live.
  const mode = browser === null ? ['--list', ...chosen] : chosen;
  const removeTemporaryFolder = await takeTemporaryFolder();
  const dataDir = path.join(tmpdir(), 'data');
  const report = path.join(dataDir, 'playwright.json');
  try {
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
    const site = await startSite(env, (line) => console.log(`  ${line}`));
    let exitCode: number;
    try {
      exitCode = await runProgram('node', [PLAYWRIGHT, 'test', ...mode], {
        cwd: E2E,
        env: {
          CHROMIUM_PATH: browser ?? '',
          SITE_URL: site.url,
          SITE_ROOT: site.siteRoot,
          BACKEND_URL: site.backendUrl,
          // Where commands that the journeys run find this stack.
          PORT: new URL(site.url).port,
          DATA_DIR: dataDir,
          SUPABASE_SECRET_KEY: site.backend.secretKey,
          SUPABASE_PUBLISHABLE_KEY: site.backend.publishableKey,
          DEMO_SALES_ID: site.backend.demo.salesIds[0],
          DEMO_ACCESS_TOKEN: site.backend.demo.accessToken,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
      });
    } finally {
      await site.close();
    }
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return { passed: 0, failed: 1, failures: ['Playwright made no report'] };
    if (browser === null) return cannotRun('the journeys', countListed(text), ['chromium']);
    return readPlaywrightReport(text, exitCode);
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    return { passed: 0, failed: 1, failures: [error.message] };
  } finally {
    await removeTemporaryFolder();
  }
}
