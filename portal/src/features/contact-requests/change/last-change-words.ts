import type { ContactRequestLastChange } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import { agoWords } from '../../../lib/ago-words.ts';
import { REQUEST_STATUS_WORDS } from '../words.tsx';

/**
 * The latest change with its author, as one sentence.
 * @param nowMs the server's time
 * @example 'Dana set this to Done 2 minutes ago.'
 */
export function lastChangeWords(change: ContactRequestLastChange | null, nowMs: number): string {
  if (change === null) return 'This request has changed since you opened it.';
  const what = change.changes.map(changeWords).join(' and ') || 'changed this';
  return `${change.by ?? 'An operator'} ${what} ${agoWords(nowMs - Date.parse(change.occurredAt))}.`;
}

function changeWords(change: ContactRequestLastChange['changes'][number]): string {
  switch (change.field) {
    case 'status':
      return `set this to ${REQUEST_STATUS_WORDS[change.after].label}`;
    case 'assigned_to':
      return change.after === null ? 'removed the assignment' : `assigned this to ${change.after}`;
    case 'staff_note':
      return 'changed the note';
    case 'quarantine':
      return 'released this from quarantine';
  }
}
