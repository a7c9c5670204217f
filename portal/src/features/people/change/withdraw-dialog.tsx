import { counted } from '@corvane/shared/lib/counted';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmChange } from '../../../ui/dialogs/confirm-dialog.tsx';
import { peopleKeys, personFailureWords, withdrawConsent } from '../api.ts';

interface WithdrawDialogProps {
  email: string;
  onClose(): void;
}

/** Asks for confirmation before consent is withdrawn: only the person can give it again. */
export function WithdrawDialog({ email, onClose }: WithdrawDialogProps) {
  const { api, toast } = useHostServices();
  return (
    <ConfirmChange
      title="Withdraw this person's consent?"
      description="All their contact requests say from then on not to contact them. What they agreed to, and when, stays as evidence. Only the person can agree again, with a new request."
      confirm="Withdraw consent"
      isFinal
      mutationKey={[...peopleKeys.all, 'withdraw', email]}
      act={async () => {
        const requests = await withdrawConsent(api, email);
        toast({
          title: 'Consent withdrawn',
          description:
            requests === 0 ? 'It was withdrawn before.' : `Noted on ${counted(requests, 'contact request')}.`,
          tone: 'success',
        });
        return null;
      }}
      failureWords={personFailureWords}
      onClose={onClose}
    />
  );
}
