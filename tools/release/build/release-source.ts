import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inputsOf } from '../../build/build-app.ts';
import { UserError } from '../../command/user-error.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import type { ReleaseSource } from '../store/release-record.ts';

const run = promisify(execFile);

/**
 * Commit of the work tree, and whether an application's inputs differ from it.
 * @throws UserError outside a Git work tree.
 */
export async function readSource(
  app: string,
  workspace = WORKSPACE_ROOT,
): Promise<ReleaseSource & { changed: string[] }> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: workspace })).stdout;
  try {
    const commit = (await git('rev-parse', 'HEAD')).trim();
    const status = await git('status', '--porcelain', '--untracked-files=all', '--', ...inputsOf(app));
    const changed = status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3));
    return { commit, isDirty: changed.length > 0, changed };
  } catch (error) {
    throw new UserError(
      'A release records its commit, and this folder has no Git history. Use --build with a finished build.',
      {
        cause: error,
      },
    );
  }
}

/** @throws UserError for a work tree that no commit describes. */
export async function readCommittedSource(app: string, workspace?: string): Promise<ReleaseSource> {
  const { changed, ...source } = await readSource(app, workspace);
  if (source.isDirty) {
    const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
    throw new UserError(
      `${app} has uncommitted changes (${changed[0]}${more}): commit them, or use --preview`,
    );
  }
  return source;
}
