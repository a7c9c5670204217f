import { oneLine } from '@corvane/shared/lib/plain-text';
import type { SiteState } from '../../store/site-state.ts';
import { minuteOf } from './format-list.ts';

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
