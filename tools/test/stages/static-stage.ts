import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { addResults, named, runProgram, type StageResult, verdict } from './stage.ts';
import { supplyStage } from './supply-stage.ts';

/** What reads the sources alone. Two programs at once: types beside everything else. */
export async function staticStage(): Promise<StageResult> {
  return addResults(await Promise.all([checkTypes(), checkSources()]));
}

/** One check for each folder that has a tsconfig.json. */
async function checkTypes(): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const folder of readdirSync(WORKSPACE_ROOT)) {
    if (!existsSync(path.join(WORKSPACE_ROOT, folder, 'tsconfig.json'))) continue;
    results.push(named(`types of ${folder}`, verdict(await runProgram('tsc', ['-p', folder]))));
  }
  return addResults(results);
}

async function checkSources(): Promise<StageResult> {
  return addResults([
    named('lint', verdict(await runProgram('biome', ['ci', '--colors=off', '.']))),
    named('boundaries', verdict(await runProgram('depcruise', ['--config', '.dependency-cruiser.mjs', '.']))),
    named('supply', await supplyStage()),
  ]);
}
