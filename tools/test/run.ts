import path from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { attacksStage } from './attacks-stage.ts';
import { boundariesStage, lintStage, typesStage } from './check-stages.ts';
import { databaseStage } from './database-stage.ts';
import { e2eStage } from './e2e-stage.ts';
import { enginesStage } from './engines-stage.ts';
import { addResults, countsOf, type Stage, type StageResult, totalsOf } from './stage.ts';
import { createTestSite } from './test-site.ts';
import { postgresStage, vitestStage } from './vitest-stages.ts';

// The tests start some hundred programs of ours. What one has compiled, the next need not.
process.env.NODE_COMPILE_CACHE ??= path.join(WORKSPACE_ROOT, '.cache/compiled');

const site = createTestSite();

/**
 * Everything that must hold, in the order in which a failure is cheapest to see. All stages run even when one
 * fails. `run.ts <stage> …` runs only those named.
 */
const STAGES: readonly Stage[] = [
  { name: 'types', run: typesStage },
  { name: 'lint', run: lintStage },
  { name: 'boundaries', run: boundariesStage },
  { name: 'unit', run: vitestStage },
  { name: 'postgres', run: postgresStage },
  { name: 'database', run: databaseStage },
  { name: 'attacks', run: attacksStage },
  // Before the journeys that break things: the stack is the same.
  { name: 'engines', run: () => enginesStage(site) },
  { name: 'e2e', run: () => e2eStage(site) },
];

runCommand(async () => {
  const wanted = process.argv.slice(2);
  const names = STAGES.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UserError(`There is no stage "${unknown}": ${names.join(', ')}`);
  const results: StageResult[] = [];
  for (const { name, run } of STAGES.filter((stage) => wanted.length === 0 || wanted.includes(stage.name))) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const startedAt = Date.now();
    const result = await run();
    results.push(named(name, result));
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name}: ${countsOf(result)} in ${seconds} s`);
  }
  await site.close();
  const total = addResults(results);
  console.log(totalsOf(total));
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
});

/** With the stage's name before each line. */
function named(name: string, result: StageResult): StageResult {
  const failures = result.failed > 0 ? (result.failures ?? ['see above']) : [];
  return {
    ...result,
    failures: failures.map((line) => `${name}: ${line}`),
    skipped: result.skipped?.map((part) => ({ ...part, what: `${name}: ${part.what}` })),
  };
}
