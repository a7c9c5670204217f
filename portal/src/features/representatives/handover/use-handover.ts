import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type HandOverRequest,
  type HandOverResponse,
  handOverResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import { useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { repKeys } from '../api.ts';

/** Makes or undoes a handover. Both may be sent again after a lost answer. */
export function useHandover(managerId: string, onAnswer: (answer: HandOverResponse) => void) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  return useChange({
    mutationKey: [...repKeys.all(managerId), 'hand-over'],
    subjectOf: (wanted) => (wanted.action === 'undo' ? wanted.handoverId : wanted.fromRepId),
    mutationFn: (wanted: HandOverRequest) => ask(api, 'hand-over-customers', wanted, handOverResponseSchema),
    onSuccess: onAnswer,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: repKeys.all(managerId) }),
        // The list of requests shows who works on each.
        queries.invalidateQueries({ queryKey: ['contact-requests', managerId] }),
      ]),
  });
}
