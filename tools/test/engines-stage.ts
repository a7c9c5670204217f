import { findEngines } from './find-engines.ts';
import { runPlaywright } from './run-playwright.ts';
import type { StageResult } from './stage.ts';
import type { TestSite } from './test-site.ts';

/**
 * The main journeys in every engine that this machine has. In CI a missing one is a failure.
 * @param chosen arguments of Playwright that choose among them; all when there are none.
 */
export async function enginesStage(site: TestSite, chosen: readonly string[] = []): Promise<StageResult> {
  const engines = findEngines(process.env);
  const found = engines.filter(({ environment }) => environment !== null);
  const missing = engines.filter(({ environment }) => environment === null);
  const args = ['--config', 'engines', ...found.map(({ name }) => `--project=${name}`), ...chosen];
  const environment = Object.assign({}, ...found.map((engine) => engine.environment));
  const { passed, failed, failures = [] } = await runPlaywright(site, 'engines', args, () => environment);
  const lacking = missing.map(
    ({ name, packages }) => `${name} did not run. Debian: apt-get install ${packages.join(' ')}`,
  );
  for (const line of lacking) console.log(line);
  return process.env.CI
    ? { passed, failed: failed + missing.length, failures: [...failures, ...lacking] }
    : { passed, failed, failures };
}
