import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type HandOverRequest,
  type HandOverResponse,
  handOverResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { type DialogChange, useDialogChange } from '../../../ui/dialogs/use-dialog-change.ts';
import { repKeys } from '../api.ts';
import { handoverFailureWords } from './handover-words.ts';

interface HandoverOptions extends Pick<DialogChange<HandOverRequest>, 'title' | 'onClose'> {
  /** @returns why nothing changed, or null */
  onAnswer(answer: HandOverResponse): string | null;
}

/** Makes or undoes a handover. Both may be sent again after a lost answer. */
export function useHandover({ onAnswer, ...dialog }: HandoverOptions) {
  const { api } = useHostServices();
  return useDialogChange<HandOverRequest>({
    ...dialog,
    mutationKey: [...repKeys.all, 'hand-over'],
    subjectOf: (wanted) => (wanted.action === 'undo' ? wanted.handoverId : wanted.fromRepId),
    // The list of requests shows who works on each.
    staleKeys: [repKeys.all, ['contact-requests']],
    act: async (wanted) => onAnswer(await ask(api, 'hand-over-customers', wanted, handOverResponseSchema)),
    failureWords: handoverFailureWords,
  });
}
