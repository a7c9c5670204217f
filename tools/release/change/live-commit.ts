import { UserError } from '../../command/user-error.ts';
import type { CommitHistory } from '../build/commit-history.ts';
import type { SiteState } from '../store/site-state.ts';

/** The live commits with another one of an application. Null: its history is not known. */
export function withCommit(
  commits: Readonly<Record<string, string>>,
  app: string,
  commit: string | null,
): Record<string, string> {
  const { [app]: _replaced, ...others } = commits;
  return commit === null ? others : { ...others, [app]: commit };
}

/**
 * A release must not take a colleague's back. It contains the commit that is live, and that of a canary it replaces.
 * @throws UserError naming both commits.
 */
export async function refuseBehind(
  state: SiteState,
  app: string,
  commit: string,
  history: CommitHistory,
): Promise<void> {
  const { canary } = state;
  const bases = [
    { what: 'is live', base: state.commits[app] ?? null },
    { what: 'is the canary', base: canary?.app === app ? canary.commit : null },
  ];
  for (const { what, base } of bases) {
    if (base === null || base === commit) continue;
    const isContained = await history.contains(commit, base);
    if (isContained === true) continue;
    const [short, named] = [commit.slice(0, 10), base.slice(0, 10)];
    throw new UserError(
      isContained === null
        ? `Commit ${named} of ${app} ${what}, and this clone does not have it, so it cannot be compared with ${short}. Run git fetch (in a shallow clone: git fetch --unshallow), or insist with --behind.`
        : `Commit ${short} does not contain ${named}, which ${what} for ${app}. Merge it first, or insist with --behind.`,
    );
  }
}
