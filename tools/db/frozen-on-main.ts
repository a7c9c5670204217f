import { UserError } from '../command/user-error.ts';
import { gitNow } from '../process/git.ts';

/**
 * The migrations that main ever froze before this branch left it, from Git: name to hash, as first frozen. No edit of
 * a checkout changes them. Empty without a clone of main, except in a pipeline.
 * @throws UserError in a pipeline that lacks main's history, and where Git refuses the folder or is missing
 */
export function frozenOnMain(supabaseDir: string, list: string): Record<string, string> {
  const git = (...args: string[]) => gitNow(supabaseDir, ...args);
  const left = leftMain(git);
  if (left === null) return {};
  const options = ['--first-parent', '--diff-merges=first-parent', '--raw', '--no-abbrev', '--diff-filter=d'];
  const changes = git('log', ...options, '--format=', left, '--', list);
  const latestFirst = [...changes.matchAll(/^:\S+ \S+ \S+ (\S+)/gm)].map(([, blob = '']) => blob);
  return Object.assign({}, ...latestFirst.map((blob) => JSON.parse(git('cat-file', 'blob', blob))));
}

/** The commit of main at which this branch left it. Null where Git does not know. */
function leftMain(git: (...args: string[]) => string): string | null {
  const isPipeline = !!process.env.GITHUB_ACTIONS;
  try {
    if (isPipeline && git('rev-parse', '--is-shallow-repository') === 'true')
      throw new Error('the clone is shallow');
    return git('merge-base', 'HEAD', 'refs/remotes/origin/main');
  } catch (error) {
    if (!isPipeline && error instanceof UserError) throw error;
    if (!isPipeline) return null;
    throw new UserError(
      `No one can tell what main has frozen. Check out with fetch-depth: 0. ${(error as Error).message}`,
    );
  }
}
