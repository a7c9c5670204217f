import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readApplication } from '@corvane/tools/command/read-application';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { UserError } from '@corvane/tools/command/user-error';
import type { CommandOutcome, PreviewResult } from './command/preview/preview-result.ts';

/**
 * For the pipeline: publishes a finished build of a branch as a preview. It writes down where the preview is and what
 * a release would change. `run preview-pull-request marketing build preview.json`. The build's code runs here. It can
 * read the environment of this process, so the token of GitHub is in another job: comment-pull-request.ts.
 */
runCommand(async () => {
  const [name, build, file, ...extra] = process.argv.slice(2);
  const app = readApplication(name === undefined ? [] : [name, ...extra], 'preview-pull-request');
  if (build === undefined || file === undefined)
    throw new UserError(
      'Where is the build, and where does the result go? preview-pull-request <application> <directory> <file>',
    );
  if (process.env.GITHUB_TOKEN)
    throw new UserError(
      "GITHUB_TOKEN is set, and the build's code could read it. Give it to comment-pull-request alone.",
    );
  const preview = runRelease(app, '--preview', '--build', build);
  const diff = runRelease('diff', app, '--build', build);
  await writeFile(file, JSON.stringify({ preview, diff } satisfies PreviewResult));
  say(preview.output);
});

function runRelease(...args: string[]): CommandOutcome {
  const script = path.join(import.meta.dirname, 'release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return status === 0 ? { output: stdout, failed: false } : { output: stderr, failed: true };
}
