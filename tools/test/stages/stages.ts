import { createTestSite } from '../test-site.ts';
import { attacksStage } from './attacks-stage.ts';
import { boundariesStage, lintStage, typesStage } from './check-stages.ts';
import { databaseStage } from './database-stage.ts';
import { e2eStage } from './e2e-stage.ts';
import { enginesStage } from './engines-stage.ts';
import { addResults, countsOf, named, type Stage, type StageResult } from './stage.ts';
import { supplyStage } from './supply-stage.ts';
import { postgresStage, vitestStage } from './vitest-stages.ts';

const site = createTestSite();

const STAGES: readonly Stage[] = [
  { name: 'types', run: () => typesStage() },
  { name: 'lint', run: lintStage },
  { name: 'boundaries', run: boundariesStage },
  { name: 'supply', run: supplyStage },
  { name: 'unit', run: vitestStage },
  { name: 'postgres', run: postgresStage },
  { name: 'database', run: databaseStage },
  // Before the journeys that break things: the stack is the same.
  { name: 'engines', run: () => enginesStage(site) },
  { name: 'e2e', run: () => e2eStage(site) },
  { name: 'attacks', run: attacksStage },
];

/**
 * Everything that must hold. What a step names runs after the step before it, in lanes side by side: where one lane
 * waits for a clock or a browser, the other computes. What fails cheapest comes first. Floods, whose answers are
 * timed, run alone.
 */
export const STEPS: readonly (readonly (readonly string[])[])[] = [
  [['types', 'lint', 'boundaries', 'supply']],
  [
    ['unit', 'postgres', 'database'],
    ['engines', 'e2e'],
  ],
  [['attacks']],
];

/** Runs stages one after the other, also when one fails. */
export async function runStages(names: readonly string[]): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const { name, run } of STAGES.filter((stage) => names.includes(stage.name))) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const startedAt = Date.now();
    const result = await run();
    results.push(named(name, result));
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name}: ${countsOf(result)} in ${seconds} s`);
  }
  await site.close();
  return addResults(results);
}
