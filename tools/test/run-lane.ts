import { runCommand } from '../command/run-command.ts';
import { runStages } from './stages/stages.ts';

/** One lane of `run-lanes.ts`, in a process of its own: some stages stop everything else in their process. */
runCommand(async () => {
  // Ends with who started it.
  process.once('disconnect', () => process.exit(1));
  const result = await runStages(process.argv.slice(2));
  process.send?.(result, () => process.exit());
});
