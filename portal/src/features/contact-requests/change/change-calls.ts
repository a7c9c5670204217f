import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeContactRequestRequest,
  type ChangeContactRequestResponse,
  type ContactRequestLastChange,
  changeContactRequestResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { agoWords } from '../../../lib/ago-words.ts';
import { failureWords, TOO_MANY } from '../../../lib/failure-words.ts';
import { REQUEST_STATUS_WORDS } from '../words.tsx';

/**
 * Writes only if the request has not changed meanwhile. The answer says whether it did, and contains the stored
 * request.
 */
export async function changeRequest(
  api: Api,
  change: ChangeContactRequestRequest,
): Promise<ChangeContactRequestResponse> {
  return ask(api, 'change-contact-request', change, changeContactRequestResponseSchema);
}

/** Why a change failed, and what to do about it: the server's own words when it refuses the representative. */
export function changeFailureWords(error: unknown): string {
  const refused = isApiError(error) ? error.fields['change.assignedTo'] : undefined;
  if (refused !== undefined) return refused;
  return failureWords(error, {
    forbidden: 'You may not change this any more. Copy your note, then open the page again.',
    not_found: 'This request is no longer yours, or it no longer exists. Copy your note before you close it.',
    rate_limited: TOO_MANY,
  });
}

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
