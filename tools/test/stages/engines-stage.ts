import { findEngines } from '../../machine/find-engines.ts';
import { runPlaywright } from '../run-playwright.ts';
import type { TestSite } from '../test-site.ts';
import { addResults, type StageResult } from './stage.ts';

/**
 * The main journeys in every engine of this machine.
 * @param chosen arguments of Playwright that select journeys; default: all.
 */
export async function enginesStage(site: TestSite, chosen: readonly string[] = []): Promise<StageResult> {
  const engines = findEngines(process.env);
  const found = engines.filter(({ environment }) => environment !== null);
  const missing = engines.filter(({ environment }) => environment === null);
  const args = (names: readonly string[]) => [
    '--config',
    'engines',
    ...names.map((name) => `--project=${name}`),
    ...chosen,
  ];
  const browsers = Object.assign({}, ...found.map((engine) => engine.environment));
  const results: StageResult[] = [];
  if (found.length > 0) {
    const names = found.map(({ name }) => name);
    results.push(await runPlaywright(site, { name: 'engines', args: args(names), browsers, missing: [] }));
  }
  for (const { name, program } of missing) {
    const run = { name: `engines-${name}`, args: args([name]), browsers, missing: [program] };
    results.push(await runPlaywright(site, run));
  }
  return addResults(results);
}
