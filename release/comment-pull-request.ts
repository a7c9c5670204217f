import { readApplication } from '@corvane/tools/command/read-application';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { UserError } from '@corvane/tools/command/user-error';
import { readPreviewResult } from './command/preview/preview-result.ts';
import { formatComment, type PullRequest, putComment } from './command/preview/pull-request-comment.ts';

/**
 * For the pipeline: says on the pull request what preview-pull-request.ts has written. `run comment-pull-request
 * marketing result/preview.json`, with `PULL_REQUEST`, `COMMIT`, `GITHUB_REPOSITORY` and `GITHUB_TOKEN` in the
 * environment. It runs nothing of the branch, and the file is only text to it. It fails if there is no preview.
 */
runCommand(async () => {
  const [name, file, ...extra] = process.argv.slice(2);
  const app = readApplication(name === undefined ? [] : [name, ...extra], 'comment-pull-request');
  if (file === undefined)
    throw new UserError('Where is the result? comment-pull-request <application> <file>');
  const pullRequest = readPullRequest(process.env);
  const { preview, diff } = await readPreviewResult(file);
  const commit = process.env.COMMIT ?? '';
  await putComment(
    pullRequest,
    app,
    formatComment({ app, commit, preview: preview.output, diff: diff.output }),
  );
  say(preview.output);
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
