import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { refusedLicenses } from '../../supply/licenses.ts';
import { auditPackages } from '../../supply/vulnerabilities.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { addResults, named, runProgram, type StageResult, verdict } from './stage.ts';

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

/** The packages that are not ours: licenses of what ships, and known vulnerabilities of all. One check each. */
async function supplyStage(): Promise<StageResult> {
  return addResults([resultOf(await refusedLicenses()), await vulnerabilitiesCheck()]);
}

async function vulnerabilitiesCheck(): Promise<StageResult> {
  const result = await auditPackages();
  if (!result.isChecked) {
    console.log(`Vulnerabilities were not checked: ${result.why}`);
    // In CI too: no change of ours makes a registry answer.
    const needs = ['a registry that answers pnpm audit'];
    return { passed: 0, failed: 0, skipped: [{ what: 'vulnerabilities, not checked', tests: 1, needs }] };
  }
  for (const line of result.excepted) console.log(`excepted: ${line}`);
  return resultOf(result.failures);
}

function resultOf(failures: readonly string[]): StageResult {
  for (const line of failures) console.log(line);
  return failures.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures };
}
