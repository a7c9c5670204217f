import { runCommand } from '../stack/run-command.ts';
import { boundariesStage, lintStage, typesStage } from './check-stages.ts';
import { databaseStage } from './database-stage.ts';
import { e2eStage } from './e2e-stage.ts';
import { enginesStage } from './engines-stage.ts';
import { type Stage, sayTotals } from './stage.ts';
import { createTestSite } from './test-site.ts';
import { postgresStage, vitestStage } from './vitest-stages.ts';

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
  // Before the journeys that break things: the stack is the same.
  { name: 'engines', run: () => enginesStage(site) },
  { name: 'e2e', run: () => e2eStage(site) },
];

runCommand(async () => {
  const wanted = process.argv.slice(2);
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  for (const { name, run } of STAGES.filter((stage) => wanted.length === 0 || wanted.includes(stage.name))) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const startedAt = Date.now();
    const result = await run();
    total.passed += result.passed;
    total.failed += result.failed;
    if (result.failed > 0)
      failures.push(...(result.failures ?? ['see above']).map((line) => `${name}: ${line}`));
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s`);
  }
  await site.close();
  sayTotals({ ...total, failures });
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
});
