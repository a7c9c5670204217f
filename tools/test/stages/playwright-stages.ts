import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { findJourneyBrowser } from '../../machine/find-browser.ts';
import { findEngines } from '../../machine/find-engines.ts';
import { sampleOf } from '../../machine/sample.ts';
import type { SystemProgram } from '../../machine/system-packages.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { countListed, readPlaywrightReport } from '../read-reports.ts';
import { takesSample } from '../seed.ts';
import type { TestSite } from '../test-site.ts';
import { addResults, cannotRun, runProgram, type StageResult, verdict } from './stage.ts';
import { runVitest } from './vitest-stages.ts';

/** Builds what changed, releases and serves it, and compares what its pages say. */
export async function siteStage(site: TestSite): Promise<StageResult> {
  try {
    const { environment } = await site.start();
    return addResults([verdict(0), await runVitest(['--project', 'site'], [], environment)]);
  } catch (error) {
    return whyNot(error);
  }
}

/**
 * Journeys in Chromium against the composed production build.
 * @param chosen folders of journeys. Default: all, and after them those that break things.
 */
export async function journeysStage(site: TestSite, chosen?: readonly string[]): Promise<StageResult> {
  const beside = ['--project=long', '--project=journeys', ...(chosen ?? [])];
  if (chosen) return runJourneys(site, beside);
  // A sample may have drawn none of these.
  const breaking = ['--project=breaking', ...(takesSample() ? ['--pass-with-no-tests'] : [])];
  return addResults([await runJourneys(site, beside), await runJourneys(site, breaking)]);
}

/** @param args of Playwright */
export function runJourneys(site: TestSite, args: readonly string[]): Promise<StageResult> {
  const browser = findJourneyBrowser(process.env);
  return runPlaywright(site, {
    name: 'journeys',
    args,
    browsers: { CHROMIUM_PATH: browser ?? '' },
    missing: browser === null ? ['chromium'] : [],
  });
}

/**
 * The main journeys in other engines. A sample is in one other engine than Chromium.
 * @param chosen arguments of Playwright that select journeys. Default: all.
 */
export async function enginesStage(site: TestSite, chosen: readonly string[] = []): Promise<StageResult> {
  const engines = findEngines(process.env);
  const names = takesSample()
    ? sampleOf('engines', ['webkit', 'firefox'], 2)
    : engines.map(({ name }) => name);
  const browsers = Object.assign({}, ...engines.map(({ environment }) => environment));
  const wanted = engines.filter(({ name }) => names.includes(name));
  const found = wanted.filter(({ environment }) => environment !== null);
  const run = (projects: typeof wanted, missing: readonly SystemProgram[]) => {
    const args = ['--config', 'engines', ...projects.map(({ name }) => `--project=${name}`), ...chosen];
    return runPlaywright(site, { name: ['engines', ...missing].join('-'), args, browsers, missing });
  };
  const results = found.length > 0 ? [await run(found, [])] : [];
  for (const engine of wanted)
    if (engine.environment === null) results.push(await run([engine], [engine.program]));
  return addResults(results);
}

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

async function runPlaywright(
  site: TestSite,
  { name, args, browsers, missing }: PlaywrightRun,
): Promise<StageResult> {
  try {
    const { environment, dataDir } = await site.start();
    const report = path.join(dataDir, `${name}.json`);
    const mode = missing.length > 0 ? ['--list'] : [];
    const sample = takesSample() ? ['--grep-invert=@deep', '--retries=1'] : [];
    const exitCode = await runProgram(
      'node',
      ['node_modules/@playwright/test/cli.js', 'test', ...mode, ...sample, ...args],
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
    return whyNot(error);
  }
}

function whyNot(error: unknown): StageResult {
  if (!(error instanceof UserError)) throw error;
  return { passed: 0, failed: 1, failures: [error.message] };
}
