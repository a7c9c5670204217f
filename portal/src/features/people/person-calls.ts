import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  correctedPersonSchema,
  erasedPersonSchema,
  exportedPersonSchema,
  type PersonCorrection,
  withdrawnConsentSchema,
} from '@corvane/shared/contracts/backend/people/person-change';
import { failureWords } from '../../lib/failure-words.ts';

/** All stored data, for a file. The audit trail records who exported it. */
export async function exportPerson(api: Api, email: string) {
  return (await ask(api, 'change-person', { action: 'export', email }, exportedPersonSchema)).person;
}

/**
 * Writes only if the texts have not changed meanwhile. The answer says whether they did, and contains the stored
 * texts.
 */
export async function correctPerson(api: Api, correction: PersonCorrection) {
  return ask(api, 'change-person', { action: 'correct', correction }, correctedPersonSchema);
}

/** @returns the number of contact requests */
export async function withdrawConsent(api: Api, email: string): Promise<number> {
  return (await ask(api, 'change-person', { action: 'withdraw_consent', email }, withdrawnConsentSchema))
    .requests;
}

/** @param erasureId the same for a repeated erasure, which then gets the result of the first */
export async function erasePerson(
  api: Api,
  erasure: { email: string; takesNames: boolean; erasureId: string },
) {
  return ask(api, 'change-person', { action: 'erase', ...erasure }, erasedPersonSchema);
}

/** Why a change failed, and what to do about it. */
export function personFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'Your access to Operations has ended. Enter a new code, then try again.',
    not_found: 'Nothing is stored about this any more. Someone else may have erased it.',
    rate_limited: 'Too many changes in a short time. Please try again in a minute.',
  });
}
