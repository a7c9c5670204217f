import { runCommand } from '../stack/run-command.ts';
import { e2eStage } from './e2e-stage.ts';
import { totalsOf } from './stage.ts';

/** Some journeys only, on a stack of their own: `run journeys portal-keyboard`, `run journeys --grep revokes`. */
runCommand(async () => {
  const result = await e2eStage(['--no-deps', ...process.argv.slice(2)]);
  console.log(totalsOf(result));
  process.exit(result.failed === 0 && result.passed > 0 ? 0 : 1);
});
