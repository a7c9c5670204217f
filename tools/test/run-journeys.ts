import { runCommand } from '../stack/run-command.ts';
import { e2eStage } from './e2e-stage.ts';

/** Some journeys only, on a stack of their own: `run journeys portal-keyboard`, `run journeys --grep revokes`. */
runCommand(async () => {
  const { passed, failed } = await e2eStage(['--no-deps', ...process.argv.slice(2)]);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
});
