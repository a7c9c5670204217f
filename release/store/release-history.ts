import type { PreviewFacts, ReleaseChange, ReleaseHistory } from '@corvane/shared/contracts/release-history';
import { canaryOf, type SiteState } from './site-state.ts';

/** Changes of an application that stay in the history. A prune keeps as many versions. */
export const CHANGES_KEPT = 20;

const PREVIEWS_TOLD = 50;

/** What `history.json` says. Public, so it holds no subject line, no address of a preview, and no name but that of who released. */
export function historyOf(
  { versions, canaries, changes = [] }: SiteState,
  previews: readonly PreviewFacts[],
): ReleaseHistory {
  return {
    schemaVersion: 1,
    versions,
    canaries: canaries.map(({ app, version, percent }) => ({ app, version, percent })),
    previews: previews.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, PREVIEWS_TOLD),
    changes,
  };
}

/** The changes that lead to the latest state. */
export function changesOf(latestFirst: readonly SiteState[]): ReleaseChange[] {
  let changes: ReleaseChange[] = [];
  let before: SiteState | null = null;
  for (const state of latestFirst.toReversed()) {
    changes = withChanges(changes, before, state);
    before = state;
  }
  return changes;
}

/** @param earlier the changes that led to `before`. Null before the first state. */
export function withChanges(
  earlier: readonly ReleaseChange[],
  before: SiteState | null,
  next: SiteState,
): ReleaseChange[] {
  const all = [...changesBetween(before, next, earlier), ...earlier];
  const kept = (one: ReleaseChange, index: number) =>
    all.slice(0, index).filter(({ app }) => app === one.app).length < CHANGES_KEPT;
  return all.filter(kept);
}

const GOING_LIVE = ['promote', 'rollback', 'restore'] as const;

function changesBetween(
  before: SiteState | null,
  next: SiteState,
  earlier: readonly ReleaseChange[],
): ReleaseChange[] {
  const known = (app: string, version: string) =>
    earlier.find((change) => change.app === app && change.version === version);
  const change = (
    app: string,
    version: string,
    facts: Pick<ReleaseChange, 'kind' | 'percent'> & { commit?: string | null | undefined },
  ): ReleaseChange => {
    const isBrought = next.brought.some((one) => one.app === app && one.version === version);
    return {
      app,
      version,
      at: next.changedAt,
      ...facts,
      commit: facts.commit?.slice(0, 10) ?? known(app, version)?.commit ?? null,
      person: isBrought ? next.person : (known(app, version)?.person ?? ''),
    };
  };

  const live = Object.entries(next.versions)
    .filter(([app, version]) => before?.versions[app] !== version)
    .map(([app, version]) => {
      const kind = GOING_LIVE.find((word) => next.action.startsWith(`${word} `)) ?? 'release';
      return change(app, version, { kind, commit: next.commits[app] });
    });
  const removed = Object.entries(before?.versions ?? {})
    .filter(([app]) => next.versions[app] === undefined)
    .map(([app, version]) => change(app, version, { kind: 'remove' }));
  const tried = next.canaries
    .filter(({ app, version, percent }) => {
      const running = before === null ? undefined : canaryOf(before, app);
      return running?.version !== version || running.percent !== percent;
    })
    .map(({ app, version, percent, commit }) => change(app, version, { kind: 'canary', percent, commit }));
  const ended = (before?.canaries ?? [])
    .filter(({ app, version }) => canaryOf(next, app) === undefined && next.versions[app] !== version)
    .map(({ app, version, commit }) => change(app, version, { kind: 'abort', commit }));
  return [...live, ...removed, ...tried, ...ended];
}
