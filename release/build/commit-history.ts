import { inputsOf } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import { git as askGit } from '@corvane/tools/process/git';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';

/** Otherwise a release after a long time would fill the registry. */
const MAX_SUBJECTS = 30;

/** The commits that a clone has. */
export interface CommitHistory {
  /** Whether `commit` contains `ancestor`. Null when this clone lacks one of them. */
  contains(commit: string, ancestor: string): Promise<boolean | null>;
  /**
   * First lines of the commits that changed an application, latest first: those of `commit` that `since` lacks, or only
   * that of `commit` when `since` is null or not in this clone.
   */
  subjects(app: string, commit: string, since: string | null): Promise<string[]>;
  /**
   * What those commits revert that `commit` contains and `since` does not. A revert that is reverted does not count, nor
   * does one of a commit that changed nothing of the application.
   */
  reverted(app: string, commit: string, since: string): Promise<string[]>;
}

export function gitHistory(workspace = WORKSPACE_ROOT): CommitHistory {
  const git = (...args: string[]) => askGit(workspace, ...args);
  const isHere = (commit: string) =>
    git('cat-file', '-e', `${commit}^{commit}`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof UserError) throw error;
        return false;
      },
    );
  return {
    async contains(commit, ancestor) {
      if (!(await isHere(commit)) || !(await isHere(ancestor))) return null;
      const isAncestor = await git('merge-base', '--is-ancestor', ancestor, commit).then(
        () => true,
        () => false,
      );
      // A shallow clone cannot answer this: the commits in between may be missing.
      return isAncestor || (await git('rev-parse', '--is-shallow-repository')) === 'false'
        ? isAncestor
        : null;
    },
    async subjects(app, commit, since) {
      const range =
        since !== null && (await isHere(since))
          ? [`${since}..${commit}`, `--max-count=${MAX_SUBJECTS}`, '--', ...inputsOf(app)]
          : ['--max-count=1', commit];
      const lines = await git('log', '--no-merges', '--format=%s', ...range);
      return lines.split('\n').filter((line) => line !== '');
    },
    async reverted(app, commit, since) {
      const latestFirst = (await git('log', '--format=%x00%H %b', `${since}..${commit}`)).split('\0');
      const undone = new Set<string>();
      for (const entry of latestFirst) {
        if (undone.has(entry.slice(0, 40))) continue;
        for (const [, reverted = ''] of entry.matchAll(/This reverts commit ([0-9a-f]{40})/g))
          undone.add(reverted);
      }
      const changes = (one: string) =>
        git(
          'show',
          '--diff-merges=first-parent',
          '--name-only',
          '--format=',
          one,
          '--',
          ...inputsOf(app),
        ).catch(() => '');
      const changed = await Promise.all(
        [...undone].map(async (one) => ((await changes(one)) === '' ? [] : [one])),
      );
      return changed.flat();
    },
  };
}
