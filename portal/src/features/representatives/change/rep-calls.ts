import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeRepRequest,
  type ChangeRepResponse,
  changeRepResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-change';
import { managedFailureWords } from '../../../lib/failure-words.ts';
import { repKeys } from '../api.ts';

export const changeRep = (api: Api, wanted: ChangeRepRequest): Promise<ChangeRepResponse> =>
  ask(api, 'change-representative', wanted, changeRepResponseSchema);

export const REP_CHANGE = [...repKeys.all, 'change'];

/** Why nothing was changed, as sentences. null: it was. */
export function repRefusal(answer: ChangeRepResponse): string | null {
  switch (answer.outcome) {
    case 'last_manager':
      return 'This is the last manager, so nothing was changed. Make another representative a manager first.';
    case 'erased':
      return 'The data of this person was erased, so the account stays closed. Nothing was changed. Add a new representative instead.';
    case 'conflict':
      return answer.lastChange === null
        ? 'This representative has changed since you opened this.'
        : `${answer.lastChange.by ?? 'An operator'} changed this representative since you opened this.`;
    default:
      return null;
  }
}

/** Why a change failed, and what to do about it. */
export function repFailureWords(error: unknown): string {
  return managedFailureWords(error, 'This representative no longer exists.');
}
