import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeRepRequest,
  type ChangeRepResponse,
  changeRepResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-change';
import { useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { failureWords } from '../../../lib/failure-words.ts';
import { repKeys } from '../api.ts';

interface RepChangeOptions {
  onAnswer(answer: ChangeRepResponse): void;
  onError?(error: unknown): void;
}

/**
 * Changes representatives. The answer goes only to `onAnswer`: it may contain a sales ID, which no cache may
 * keep.
 */
export function useRepChange(managerId: string, { onAnswer, onError }: RepChangeOptions) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  return useChange({
    mutationKey: repChangeKey(managerId),
    subjectOf,
    mutationFn: async (wanted: ChangeRepRequest) => {
      onAnswer(await ask(api, 'change-representative', wanted, changeRepResponseSchema));
    },
    ...(onError === undefined ? {} : { onError }),
    onSettled: () => queries.invalidateQueries({ queryKey: repKeys.all(managerId) }),
  });
}

export const repChangeKey = (managerId: string) => [...repKeys.all(managerId), 'change'];

/** Each new representative, each representative, and each end of a session is separate. */
function subjectOf(wanted: ChangeRepRequest): string {
  if (wanted.action === 'add') return wanted.email;
  return wanted.action === 'end_sessions' ? `${wanted.repId} ${wanted.sessionId}` : wanted.repId;
}

/** Why a change failed, and what to do about it. */
export function repFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'Your access to Operations has ended. Enter a new code, then try again.',
    not_found: 'This representative no longer exists.',
    rate_limited: 'Too many changes in a short time. Please try again in a minute.',
  });
}

/** Why a change was refused, by its outcome. */
export const REFUSALS = {
  last_manager:
    'This is the last manager, so nothing was changed. Make another representative a manager first.',
  erased:
    'The data of this person was erased, so the account stays closed. Nothing was changed. Add a new representative instead.',
} as const;
