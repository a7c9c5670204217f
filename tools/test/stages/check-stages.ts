import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { runProgram, type StageResult, verdict } from './stage.ts';

/** Types of every folder that has a tsconfig.json, or of those named: one check each. */
export async function typesStage(wanted?: readonly string[]): Promise<StageResult> {
  const folders = (wanted ?? (await readdir(WORKSPACE_ROOT))).filter((folder) =>
    existsSync(path.join(WORKSPACE_ROOT, folder, 'tsconfig.json')),
  );
  const result = { passed: 0, failed: 0, failures: [] as string[] };
  for (const folder of folders) {
    const { passed, failed } = verdict(await runProgram('tsc', ['-p', folder]));
    if (failed > 0) result.failures.push(folder);
    result.passed += passed;
    result.failed += failed;
  }
  return result;
}

export async function lintStage(): Promise<StageResult> {
  return verdict(await runProgram('biome', ['ci', '--colors=off', '.']));
}

export async function boundariesStage(): Promise<StageResult> {
  return verdict(await runProgram('depcruise', ['--config', '.dependency-cruiser.mjs', '.']));
}
