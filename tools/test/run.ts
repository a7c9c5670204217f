import path from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { seedOf } from './seed.ts';
import { runStages, STAGES } from './stages/stages.ts';
import { summaryOf } from './summary.ts';
import { readWanted } from './wanted.ts';

// The tests start some hundred programs of ours. What one has compiled, the next need not.
process.env.NODE_COMPILE_CACHE ??= path.join(WORKSPACE_ROOT, '.cache/compiled');

/** `test [deep] [<stage>… | <application>]`: all stages, also when one fails. docs/developing.md. */
runCommand(async () => {
  const args = process.argv.slice(2);
  const { deep, stages, part } = readWanted(args, STAGES);
  const seed = String(seedOf(process.env));
  process.env.TEST_SEED = seed;
  if (deep) process.env.TEST_DEEP = '1';
  else delete process.env.TEST_DEEP;
  const repeat = [`TEST_SEED=${seed} npx -y pnpm@12 test`, ...args].join(' ');
  console.log(`The same again: ${repeat}`);
  const { text, isGreen } = summaryOf(await runStages(stages, part), repeat);
  console.log(text);
  process.exit(isGreen ? 0 : 1);
});
