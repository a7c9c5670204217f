import { counted } from '@corvane/shared/lib/counted';
import { useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { peopleKeys, personFailureWords, withdrawConsent } from '../api.ts';

interface WithdrawDialogProps {
  repId: string;
  email: string;
  onClose(): void;
}

/** Asks for confirmation before consent is withdrawn: only the person can give it again. */
export function WithdrawDialog({ repId, email, onClose }: WithdrawDialogProps) {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const close = useWhileOpen(onClose);
  const withdraw = useChange({
    mutationKey: [...peopleKeys.all(repId), 'withdraw', email],
    mutationFn: () => withdrawConsent(api, email),
    onSuccess: (requests) => {
      toast({
        title: 'Consent withdrawn',
        description:
          requests === 0 ? 'It was withdrawn before.' : `Noted on ${counted(requests, 'contact request')}.`,
        tone: 'success',
      });
      close();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      title="Withdraw this person's consent?"
      description="All their contact requests say from then on not to contact them. What they agreed to, and when, stays as evidence. Only the person can agree again, with a new request."
      confirm="Withdraw consent"
      isFinal
      busy={withdraw.isPending}
      failure={withdraw.isError ? personFailureWords(withdraw.error) : null}
      onConfirm={() => withdraw.send()}
      onClose={onClose}
    />
  );
}
