import { formatTable } from '../../command/format-table.ts';
import type { ReleaseRecord } from '../store/release-record.ts';
import type { SiteState } from '../store/site-state.ts';

const HISTORY_LINES = 15;

/** The live versions, every published version, and the latest changes. */
export function formatList(
  records: readonly ReleaseRecord[],
  history: readonly SiteState[],
  state: SiteState,
  app?: string,
): string {
  const shown = records.filter((record) => app === undefined || record.app === app);
  const versions = shown.map((record) => [
    record.app,
    record.version,
    minuteOf(record.publishedAt),
    record.source === null ? '-' : record.source.commit.slice(0, 10) + (record.source.isDirty ? '+' : ''),
    `contract ${record.contractVersion}`,
    markOf(record, state, history),
  ]);
  const changes = history
    .filter(({ action }) => app === undefined || action.includes(app))
    .slice(0, HISTORY_LINES)
    .map(({ revision, changedAt, action }) => [String(revision), minuteOf(changedAt), action]);
  return [
    formatTable([['application', 'version', 'published', 'commit', '', ''], ...versions]),
    formatTable([['state', 'at', 'change'], ...changes]),
  ].join('\n\n');
}

function markOf({ app, version }: ReleaseRecord, state: SiteState, history: readonly SiteState[]): string {
  if (state.versions[app] === version) return 'live';
  if (state.canary?.app === app && state.canary.version === version)
    return `canary, ${state.canary.percent} %`;
  if (history.some(({ versions }) => versions[app] === version)) return 'was live';
  return '';
}

/** @example minuteOf('2026-03-01T10:20:30.123Z') // '2026-03-01 10:20' */
function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
