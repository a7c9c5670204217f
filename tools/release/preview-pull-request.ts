import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readApplication } from '../command/read-application.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { formatComment, type PullRequest, putComment } from './command/pull-request-comment.ts';

/**
 * For the pipeline: publishes a finished build as a preview, and says on the pull request where it is and what a release
 * would change. `run preview-pull-request marketing build`, with `PULL_REQUEST`, `COMMIT`, `GITHUB_REPOSITORY` and
 * `GITHUB_TOKEN` in the environment.
 */
runCommand(async () => {
  const [name, build, ...extra] = process.argv.slice(2);
  const app = readApplication(name === undefined ? [] : [name, ...extra], 'preview-pull-request');
  if (build === undefined)
    throw new UserError('Where is the build? preview-pull-request <application> <directory>');
  const pullRequest = readPullRequest(process.env);
  const preview = runRelease(app, '--preview', '--build', build);
  const diff = runRelease('diff', app, '--build', build);
  const commit = process.env.COMMIT ?? '';
  await putComment(
    pullRequest,
    app,
    formatComment({ app, commit, preview: preview.output, diff: diff.output }),
  );
  console.log(preview.output);
  if (preview.failed || diff.failed) process.exit(1);
});

function readPullRequest({
  PULL_REQUEST,
  GITHUB_REPOSITORY,
  GITHUB_TOKEN,
  GITHUB_API_URL,
}: NodeJS.ProcessEnv) {
  if (!/^[1-9]\d*$/.test(PULL_REQUEST ?? ''))
    throw new UserError('PULL_REQUEST is not a number: the branch has no open pull request');
  if (!GITHUB_REPOSITORY || !GITHUB_TOKEN)
    throw new UserError('Set GITHUB_REPOSITORY and GITHUB_TOKEN, as the pipeline does');
  return {
    api: GITHUB_API_URL ?? 'https://api.github.com',
    repository: GITHUB_REPOSITORY,
    number: Number(PULL_REQUEST),
    token: GITHUB_TOKEN,
  } satisfies PullRequest;
}

/** The release runs the build's code, so it is not given the token. */
function runRelease(...args: string[]): { output: string; failed: boolean } {
  const { GITHUB_TOKEN: _kept, ...env } = process.env;
  const script = path.join(import.meta.dirname, 'release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env,
  });
  return status === 0 ? { output: stdout, failed: false } : { output: stderr, failed: true };
}
