import { runCommand } from '../command/run-command.ts';
import { enginesStage, runJourneys } from './stages/playwright-stages.ts';
import { countsOf } from './stages/stage.ts';
import { findingsOf } from './summary.ts';
import { createTestSite } from './test-site.ts';

/**
 * Runs some journeys on their own stack: `run journeys portal/keyboard`, `run journeys --grep revokes`. For the
 * engines: `run journeys engines`, `run journeys engines --grep dialog`. None is tried twice.
 */
runCommand(async () => {
  const chosen = [...process.argv.slice(2), '--retries=0'];
  const site = createTestSite();
  try {
    const result =
      chosen[0] === 'engines' ? await enginesStage(site, chosen.slice(1)) : await runJourneys(site, chosen);
    console.log([...findingsOf(result), '', countsOf(result)].join('\n'));
    process.exitCode = result.failed === 0 && result.passed > 0 ? 0 : 1;
  } finally {
    await site.close();
  }
  process.exit();
});
