import { runCommand } from '../command/run-command.ts';
import { e2eStage } from './stages/e2e-stage.ts';
import { enginesStage } from './stages/engines-stage.ts';
import { totalsOf } from './stages/stage.ts';
import { createTestSite } from './test-site.ts';

/**
 * Runs some journeys on their own stack: `run journeys portal/keyboard`, `run journeys --grep revokes`. For the
 * engines: `run journeys engines`, `run journeys engines --grep dialog`.
 */
runCommand(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const site = createTestSite();
  try {
    const result =
      first === 'engines'
        ? await enginesStage(site, rest)
        : await e2eStage(site, ['--no-deps', ...process.argv.slice(2)]);
    console.log(totalsOf(result));
    process.exitCode = result.failed === 0 && result.passed > 0 ? 0 : 1;
  } finally {
    await site.close();
  }
  process.exit();
});
