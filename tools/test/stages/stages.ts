import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { createTestSite } from '../test-site.ts';
import type { Part } from '../wanted.ts';
import { databaseStage } from './database-stage.ts';
import { enginesStage, journeysStage, siteStage } from './playwright-stages.ts';
import { addResults, countsOf, named, type StageResult } from './stage.ts';
import { staticStage } from './static-stage.ts';
import { attacksStage, postgresStage, runVitest } from './vitest-stages.ts';

const site = createTestSite();

interface Stage {
  name: string;
  /** Runs in `test deep` alone. */
  deep?: true;
  /** @param part what an application needs of the stage. Default: all. */
  run(part: Part | undefined): Promise<StageResult>;
}

/** One after another, in this order: what fails cheapest comes first. */
export const STAGES: readonly Stage[] = [
  { name: 'static', run: staticStage },
  {
    name: 'applications',
    run: (part) => runVitest(['--project', 'applications', '--project', 'translated', ...foldersOf(part)]),
  },
  { name: 'server', run: (part) => runVitest(['--project', 'server', ...foldersOf(part)]) },
  {
    name: 'database',
    run: async () => addResults([await runVitest(['--project', 'database']), await databaseStage()]),
  },
  { name: 'postgres', deep: true, run: postgresStage },
  { name: 'site', run: () => siteStage(site) },
  { name: 'engines', run: () => enginesStage(site) },
  // After the engines: journeys that break things break the same stack.
  { name: 'journeys', run: (part) => journeysStage(site, part?.journeys) },
  { name: 'attacks', run: attacksStage },
];

/** From the root: Vitest takes any part of a path, as `portal/` of `e2e/portal/`. */
function foldersOf(part: Part | undefined): string[] {
  return (part?.tests ?? []).map((folder) => `${path.join(WORKSPACE_ROOT, folder)}/`);
}

export interface StageRun {
  name: string;
  seconds: number;
  result: StageResult;
}

/** Runs stages one after another, also when one fails. */
export async function runStages(names: readonly string[], part: Part | undefined): Promise<StageRun[]> {
  const runs: StageRun[] = [];
  for (const { name, run } of STAGES.filter((stage) => names.includes(stage.name))) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const startedAt = Date.now();
    const result = named(name, await run(part));
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${name}: ${countsOf(result)} in ${seconds} s`);
    runs.push({ name, seconds, result });
  }
  await site.close();
  return runs;
}
