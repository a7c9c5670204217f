import { inputsOf } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import { git } from '@corvane/tools/process/git';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import type { ReleaseSource } from '../store/release-record.ts';

/**
 * Commit of the work tree, and whether an application's inputs differ from it.
 * @throws UserError outside a Git work tree, and where Git refuses to read it.
 */
export async function readSource(
  app: string,
  workspace = WORKSPACE_ROOT,
): Promise<ReleaseSource & { changed: string[] }> {
  try {
    const commit = await git(workspace, 'rev-parse', 'HEAD');
    const inputs = ['--untracked-files=all', '--', ...inputsOf(app)];
    const status = await git(workspace, 'status', '--porcelain', ...inputs);
    const changed = status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3));
    return { commit, isDirty: changed.length > 0, changed };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `A release records its commit, and ${whyUnread(error)}, or use --build with a finished build.`,
      { cause: error },
    );
  }
}

/** Why Git tells no commit, and what to do. */
function whyUnread(error: unknown): string {
  const { stderr = '' } = error as { stderr?: string };
  if (/^fatal: not a git repository/m.test(stderr))
    return 'this folder has no Git history. Release from a clone';
  if (/^fatal: ambiguous argument 'HEAD'/m.test(stderr)) return 'this folder has no commit yet. Commit first';
  return `Git cannot read this folder: ${stderr.trim() || error}. Mend that`;
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
