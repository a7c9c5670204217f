import type { SystemProgram } from '../../machine/system-packages.ts';
import { missingOf } from '../../machine/system-programs.ts';
import { addResults, cannotRun, type StageResult } from './stage.ts';
import { countTests, runVitest } from './vitest-stages.ts';

const CONFIG = ['--config', 'e2e/attacks/vitest.config.ts'];
/** Attacks that reach the database. */
const ON_POSTGRES = ['one-door', 'limits', 'flood'];

/** Attacks on a running stack, at the gateway and at nginx. Those on the database run once more on PostgreSQL. */
export async function attacksStage(): Promise<StageResult> {
  return addResults([
    await attacks('attacks', ['nginx'], ['vitest', 'run', ...CONFIG], CONFIG),
    await attacks(
      'attacks on PostgreSQL',
      ['nginx', 'postgresql'],
      ['node', 'tools/postgres/with-postgres.ts', 'vitest', 'run', ...CONFIG, ...ON_POSTGRES],
      [...CONFIG, ...ON_POSTGRES],
    ),
  ]);
}

async function attacks(
  what: string,
  needs: readonly SystemProgram[],
  command: readonly string[],
  chosen: readonly string[],
): Promise<StageResult> {
  const missing = missingOf(needs);
  return missing.length > 0 ? cannotRun(what, await countTests(chosen), missing) : runVitest(command);
}
