import { type EngineName, findEngines } from '../../machine/find-engines.ts';
import { runPlaywright } from '../run-playwright.ts';
import type { TestSite } from '../test-site.ts';
import { addResults, type StageResult } from './stage.ts';

/**
 * The main journeys, and the states of Operations, in every engine of this machine.
 * @param chosen arguments of Playwright that select journeys. Default: all.
 */
export async function enginesStage(site: TestSite, chosen: readonly string[] = []): Promise<StageResult> {
  const engines = findEngines(process.env);
  const found = engines.filter(({ environment }) => environment !== null);
  const missing = engines.filter(({ environment }) => environment === null);
  const args = (projects: readonly string[]) => [
    '--config',
    'engines',
    ...projects.map((name) => `--project=${name}`),
    ...chosen,
  ];
  const browsers = Object.assign({}, ...found.map((engine) => engine.environment));
  // Chromium records the states that the others show.
  const canRecord = found.some(({ name }) => name === 'chromium');
  const results: StageResult[] = [];
  if (found.length > 0) {
    const names = found.map(({ name }) => name);
    const projects = canRecord ? [...names, ...names.map(statesIn)] : names;
    results.push(await runPlaywright(site, { name: 'engines', args: args(projects), browsers, missing: [] }));
  }
  for (const { name, program } of missing) {
    const unshown = name === 'chromium' ? engines.map((engine) => engine.name) : canRecord ? [name] : [];
    const projects = [name, ...unshown.map(statesIn)];
    const run = {
      name: `engines-${name}`,
      args: [...args(projects), '--no-deps'],
      browsers,
      missing: [program],
    };
    results.push(await runPlaywright(site, run));
  }
  return addResults(results);
}

const statesIn = (engine: EngineName) => `${engine}-states`;
