import { expect, test } from 'vitest';
import { CHANGES_KEPT, changesOf, withChanges } from './release-history.ts';
import { type SiteState, siteStateSchema } from './site-state.ts';

let revision = 0;

function stateOf(action: string, changed: Partial<SiteState> = {}): SiteState {
  revision += 1;
  return siteStateSchema.parse({
    schemaVersion: 1,
    revision,
    changedAt: new Date(Date.UTC(2026, 0, 1, 0, revision)).toISOString(),
    action,
    compositionId: 'c',
    versions: { host: 'h1', marketing: 'm1' },
    canaries: [],
    site: { siteUrl: 'https://corvane.example', apiUrl: '', publishableKey: 'k' },
    retired: [],
    ...changed,
  });
}

const COMMIT = 'abcdef0123456789abcdef0123456789abcdef01';
const brought = (version: string) => [
  { app: 'marketing', version, commit: COMMIT, parentCommit: null, subjects: ['secret: subject'] },
];
const canary = (percent: number) => [
  { app: 'marketing', version: 'm2', percent, compositionId: 'c', commit: COMMIT },
];

/** What the history tells of marketing, newest first. */
function told(...oldestFirst: SiteState[]) {
  return changesOf(oldestFirst.toReversed())
    .filter(({ app }) => app === 'marketing')
    .map(({ kind, version, percent, person }) => [kind, version, percent ?? '', person].join(' ').trim());
}

test('each change says what it did to an application, newest first', () => {
  const live2 = { host: 'h1', marketing: 'm2' };
  expect(
    told(
      stateOf('release host h1, marketing m1', { person: 'Ada', brought: brought('m1') }),
      stateOf('canary marketing m2 10 %', { person: 'Grace', brought: brought('m2'), canaries: canary(10) }),
      stateOf('canary marketing m2 50 %', { person: 'Ada', canaries: canary(50) }),
      stateOf('promote marketing m2', { person: 'Ada', versions: live2 }),
      stateOf('rollback marketing m1', { person: 'Joan' }),
      stateOf('restore state 4', { person: 'Joan', versions: live2 }),
      stateOf('remove marketing', { person: 'Joan', versions: { host: 'h1' } }),
    ),
  ).toEqual([
    'remove m2  Grace',
    'restore m2  Grace',
    'rollback m1  Ada',
    'promote m2  Grace',
    'canary m2 50 Grace',
    'canary m2 10 Grace',
    'release m1  Ada',
  ]);
});

test('an aborted canary is told, and a change that leaves an application as it was is not', () => {
  const first = stateOf('release marketing m1');
  expect(
    told(
      first,
      stateOf('canary marketing m2 10 %', { canaries: canary(10) }),
      stateOf('prune 3 versions', { canaries: canary(10) }),
      stateOf('abort marketing m2'),
      stateOf('release host h2', { versions: { host: 'h2', marketing: 'm1' } }),
    ),
  ).toEqual(['abort m2', 'canary m2 10', 'release m1']);
});

test('a change has the first digits of its commit, and no subject line', () => {
  const [change] = changesOf([
    stateOf('release marketing m1', {
      versions: { marketing: 'm1' },
      brought: brought('m1'),
      commits: { marketing: COMMIT },
    }),
  ]);
  expect(change).toEqual({
    app: 'marketing',
    version: 'm1',
    kind: 'release',
    at: expect.any(String),
    commit: 'abcdef0123',
    person: '',
  });
});

test('the latest changes of each application stay, however often another is released', () => {
  let changes = changesOf([stateOf('release host h1', { versions: { host: 'h1' } })]);
  let before: SiteState | null = null;
  for (let n = 0; n < CHANGES_KEPT + 5; n += 1) {
    const next: SiteState = stateOf('release marketing', { versions: { host: 'h1', marketing: `m${n}` } });
    changes = withChanges(changes, before ?? { ...next, versions: { host: 'h1' } }, next);
    before = next;
  }
  const of = (app: string) => changes.filter((change) => change.app === app);
  expect([of('host').length, of('marketing').length]).toEqual([1, CHANGES_KEPT]);
  expect(of('marketing')[0]?.version).toBe(`m${CHANGES_KEPT + 4}`);
});
