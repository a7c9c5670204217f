import {
  type ChangePersonRequest,
  correctedPersonSchema,
  erasedPersonSchema,
  exportedPersonSchema,
  type PersonCorrection,
  withdrawnConsentSchema,
} from '@corvane/shared/contracts/backend/people/person-change';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { failureWords } from '../../lib/failure-words.ts';

const change = (api: ApiClient, request: ChangePersonRequest) => api.invoke('change-person', request);

/** All stored data, for a file. The audit trail records who exported it. */
export async function exportPerson(api: ApiClient, email: string) {
  return exportedPersonSchema.parse(await change(api, { action: 'export', email })).person;
}

/**
 * Writes only if the texts have not changed meanwhile. The answer says whether they did, and contains the stored
 * texts.
 */
export async function correctPerson(api: ApiClient, correction: PersonCorrection) {
  return correctedPersonSchema.parse(await change(api, { action: 'correct', correction }));
}

/** @returns the number of contact requests */
export async function withdrawConsent(api: ApiClient, email: string): Promise<number> {
  return withdrawnConsentSchema.parse(await change(api, { action: 'withdraw_consent', email })).requests;
}

/** @param erasureId the same for a repeated erasure, which then gets the result of the first */
export async function erasePerson(
  api: ApiClient,
  erasure: { email: string; takesNames: boolean; erasureId: string },
) {
  return erasedPersonSchema.parse(await change(api, { action: 'erase', ...erasure }));
}

/** Why a change failed, and what to do about it. */
export function personFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'Your access to Operations has ended. Enter a new code, then try again.',
    not_found: 'Nothing is stored about this any more. Someone else may have erased it.',
    rate_limited: 'Too many changes in a short time. Please try again in a minute.',
  });
}
