import path from 'node:path';
import { readApplication } from '../command/read-application.ts';
import { runCommand } from '../command/run-command.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { boundariesStage, lintStage, typesStage } from './stages/check-stages.ts';
import { addResults, named, totalsOf } from './stages/stage.ts';
import { runVitest } from './stages/vitest-stages.ts';

/**
 * What one application needs before its release, without the others: `run check marketing`. The release itself opens
 * every page in a browser.
 */
runCommand(async () => {
  const app = readApplication(process.argv.slice(2), 'check');
  const folders = [app, 'shared'];
  // Vitest takes any part of a path, and `_shared/` is one of the functions'.
  const tests = [...folders, 'tools/checks'].map((folder) => `${path.join(WORKSPACE_ROOT, folder)}/`);
  const results = [
    named('types', await typesStage(folders)),
    named('lint', await lintStage()),
    named('boundaries', await boundariesStage()),
    named('unit', await runVitest(['vitest', 'run', ...tests])),
  ];
  const total = addResults(results);
  console.log(totalsOf(total));
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
});
