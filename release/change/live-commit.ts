import { UserError } from '@corvane/tools/command/user-error';
import type { CommitHistory } from '../build/commit-history.ts';
import type { VersionMark } from '../store/release-record.ts';
import { canaryOf, type SiteState } from '../store/site-state.ts';

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
  const bases = [
    { what: 'is live', base: state.commits[app] ?? null },
    { what: 'is the canary', base: canaryOf(state, app)?.commit ?? null },
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

/** A commit that people took back. */
interface TakenBack {
  commit: string;
  why: string;
  isBad: boolean;
}

/** The commits of an application that a mark, a rollback or a restore took back. */
export function takenBackOf(
  latestFirst: readonly SiteState[],
  marks: readonly VersionMark[],
  app: string,
): TakenBack[] {
  const by = (person: string) => (person === '' ? '' : ` by ${person}`);
  const marked = marks.flatMap(({ commit, person, why, ...mark }) =>
    mark.app === app && commit !== null
      ? [{ commit, why: `marked bad${by(person)}: ${why}`, isBad: true }]
      : [],
  );
  const left = latestFirst.flatMap(({ revision, action, person, versions }, index) => {
    const before = latestFirst[index + 1];
    const commit = before?.commits[app];
    const isLeft =
      before?.revision === revision - 1 &&
      /^(?:rollback|restore) /.test(action) &&
      before.versions[app] !== versions[app];
    return isLeft && commit !== undefined ? [{ commit, why: `rolled back${by(person)}`, isBad: false }] : [];
  });
  return [...marked, ...left];
}

/**
 * What was taken back does not come again with a later commit. What is live, or the canary, may contain it: a person
 * has insisted then.
 * @throws UserError for a commit that contains one of `taken` and does not revert it.
 */
export async function refuseTakenBack(
  state: SiteState,
  app: string,
  commit: string,
  history: CommitHistory,
  taken: readonly TakenBack[],
): Promise<void> {
  const contains = async (one: string, other: string) => (await history.contains(one, other)) === true;
  const shown = [state.commits[app], canaryOf(state, app)?.commit];
  for (const { commit: bad, why, isBad } of taken) {
    if (!(await contains(commit, bad))) continue;
    const bases = shown.filter((base) => base != null).filter((base) => !isBad || base !== bad);
    if ((await Promise.all(bases.map((base) => contains(base, bad)))).includes(true)) continue;
    const reverted = (await history.reverted(app, commit, bad)).map(
      async (one) =>
        (await contains(bad, one)) &&
        !(await Promise.all(bases.map((base) => contains(base, one)))).includes(true),
    );
    if ((await Promise.all(reverted)).includes(true)) continue;
    throw new UserError(
      `Commit ${commit.slice(0, 10)} of ${app} contains ${bad.slice(0, 10)}, which was ${why}. Revert it, or insist with a reason: --insist 'why'`,
    );
  }
}
