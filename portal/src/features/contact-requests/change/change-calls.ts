import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeContactRequestRequest,
  type ChangeContactRequestResponse,
  changeContactRequestResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { failureWords } from '../../../lib/failure-words.ts';

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
    rate_limited: 'Too many changes in a short time. Please try again in a minute.',
  });
}
