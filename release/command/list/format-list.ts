import { oneLine } from '@corvane/shared/lib/plain-text';
import { formatTable } from '@corvane/tools/command/format-table';
import { markOf } from '../../change/mark-version.ts';
import type { ReleaseRecord, VersionMark } from '../../store/release-record.ts';
import { canaryOf, type SiteState } from '../../store/site-state.ts';

const HISTORY_LINES = 15;

interface KnownVersions {
  /** Latest first. */
  records: readonly ReleaseRecord[];
  /** Latest first. */
  history: readonly SiteState[];
  marks: readonly VersionMark[];
}

/** The live versions, every published version, and the latest changes. */
export function formatList(known: KnownVersions, state: SiteState, app?: string): string {
  const shown = known.records.filter((record) => app === undefined || record.app === app);
  const versions = shown.map((record) => {
    const { person, commit } = releaseOf(record, known.history);
    return [
      record.app,
      record.version,
      minuteOf(record.publishedAt),
      commit === null ? '-' : commit,
      person === '' ? '-' : person,
      `contract ${record.contractVersion}`,
      standingOf(record, state, known),
    ];
  });
  const changes = known.history
    .filter(({ action }) => app === undefined || action.includes(app))
    .slice(0, HISTORY_LINES)
    .map(({ revision, changedAt, person, action, brought }) => [
      String(revision),
      minuteOf(changedAt),
      person === '' ? '-' : person,
      action,
      brought.flatMap(({ subjects }) => subjects.slice(0, 1))[0] ?? '',
    ]);
  return [
    formatTable([['application', 'version', 'published', 'commit', 'by', '', ''], ...versions]),
    formatTable([['state', 'at', 'by', 'change', ''], ...changes]),
  ].join('\n\n');
}

/** Who released a version and from which commit: its latest release, which a preview of the same files may precede. */
function releaseOf(
  { app, version, person, source }: ReleaseRecord,
  history: readonly SiteState[],
): { person: string; commit: string | null } {
  for (const state of history) {
    const brought = state.brought.find((change) => change.app === app && change.version === version);
    if (brought === undefined) continue;
    return { person: state.person, commit: brought.commit?.slice(0, 10) ?? null };
  }
  const commit = source === null ? null : source.commit.slice(0, 10) + (source.isDirty ? '+' : '');
  return { person, commit };
}

/** The history of a version, and whether it may go live again. */
function standingOf(record: ReleaseRecord, state: SiteState, { history, marks }: KnownVersions): string {
  const { app, version } = record;
  const bad = markOf(marks, app, version);
  const judgment = bad && `marked bad${bad.person === '' ? '' : ` by ${bad.person}`}: ${bad.why}`;
  return [lifeOf(record, state, history), judgment].filter(Boolean).join(', ');
}

function lifeOf(
  { app, version, purpose, source }: ReleaseRecord,
  state: SiteState,
  history: readonly SiteState[],
): string {
  const canary = canaryOf(state, app);
  const isCanary = (one: SiteState) => canaryOf(one, app)?.version === version;
  if (state.versions[app] === version) return 'live';
  if (canary?.version === version) return `canary, ${canary.percent} %`;
  if (history.some(({ versions }) => versions[app] === version)) return 'was live';
  if (history.some(isCanary)) return 'ended canary';
  if (purpose === 'preview') return source?.isDirty ? 'preview, uncommitted' : 'preview';
  return 'never live';
}

/** @example minuteOf('2026-03-01T10:20:30.123Z') // '2026-03-01 10:20' */
export function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

const RELEASES = 15;

/** The latest changes with their reasons, as a team or a customer is told: who, when, from which commit to which. */
export function formatNotes(history: readonly SiteState[], app?: string): string {
  const shown = history
    .filter(({ action }) => app === undefined || action.split(/[ ,]+/).includes(app))
    .slice(0, RELEASES);
  if (shown.length === 0) return `No change${app === undefined ? '' : ` of ${app}`} is known.`;
  return shown.map(noteOf).join('\n\n');
}

function noteOf({ revision, changedAt, person, action, brought }: SiteState): string {
  const by = person === '' ? '' : ` by ${person}`;
  const details = brought.flatMap(({ app, commit, parentCommit, subjects, insisted }) => [
    ...(commit === null ? [] : [`  ${app}: ${rangeOf(parentCommit, commit)}`]),
    ...(insisted === undefined ? [] : [`  insisted: ${insisted}`]),
    ...subjects.map((subject) => `  - ${oneLine(subject)}`),
  ]);
  return [oneLine(`${minuteOf(changedAt)}  state ${revision}: ${action}${by}`), ...details].join('\n');
}

function rangeOf(parentCommit: string | null, commit: string): string {
  return parentCommit === null ? commit.slice(0, 10) : `${parentCommit.slice(0, 10)}..${commit.slice(0, 10)}`;
}
