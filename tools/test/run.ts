import path from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { runLanes } from './run-lanes.ts';
import { addResults, type StageResult, totalsOf } from './stages/stage.ts';
import { STEPS } from './stages/stages.ts';

// The tests start some hundred programs of ours. What one has compiled, the next need not.
process.env.NODE_COMPILE_CACHE ??= path.join(WORKSPACE_ROOT, '.cache/compiled');

/** All stages, also when one fails. `run.ts <stage> …` runs only those named. */
runCommand(async () => {
  const wanted = process.argv.slice(2);
  const names = STEPS.flat(2);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UserError(`There is no stage "${unknown}": ${names.join(', ')}`);
  const results: StageResult[] = [];
  for (const step of STEPS) {
    const lanes = step
      .map((lane) => lane.filter((name) => wanted.length === 0 || wanted.includes(name)))
      .filter((lane) => lane.length > 0);
    if (lanes.length > 0) results.push(await runLanes(lanes));
  }
  const total = addResults(results);
  console.log(totalsOf(total));
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
});
