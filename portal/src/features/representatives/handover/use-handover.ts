import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type HandOverRequest,
  handOverResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { repKeys } from '../api.ts';
import { handoverFailureWords } from './handover-words.ts';

/** What a handover and its undo need, for `useDialogChange`. Both may be sent again after a lost answer. */
export function useHandover(id: string) {
  const { api } = useHostServices();
  return {
    mutationKey: [...repKeys.all, 'hand-over', id],
    // The list of requests shows who works on each.
    staleKeys: [repKeys.all, ['contact-requests']],
    failureWords: handoverFailureWords,
    handOver: (wanted: HandOverRequest) => ask(api, 'hand-over-customers', wanted, handOverResponseSchema),
  };
}
