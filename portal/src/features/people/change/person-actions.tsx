import { counted } from '@corvane/shared/lib/counted';
import { personFileName, personJson, personPage } from '@corvane/shared/lib/person-page';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmChange } from '../../../ui/dialogs/confirm-dialog.tsx';
import { saveFile } from '../../../ui/tables/export-button.tsx';
import { exportPerson, peopleKeys, personFailureWords, withdrawConsent } from '../api.ts';

/** Asks for confirmation before consent is withdrawn: only the person can give it again. */
export function WithdrawDialog({ email, onClose }: { email: string; onClose(): void }) {
  const { api } = useHostServices();
  const say = useDone();
  return (
    <ConfirmChange
      title="Withdraw this person's consent?"
      description="All their contact requests say from then on not to contact them. What they agreed to, and when, stays as evidence. Only the person can agree again, with a new request."
      confirm="Withdraw consent"
      isFinal
      mutationKey={[...peopleKeys.all, 'withdraw', email]}
      act={async () => {
        const requests = await withdrawConsent(api, email);
        say({
          title: 'Consent withdrawn',
          description:
            requests === 0 ? 'It was withdrawn before.' : `Noted on ${counted(requests, 'contact request')}.`,
        });
        return null;
      }}
      failureWords={personFailureWords}
      onClose={onClose}
    />
  );
}

const KINDS = [
  { kind: 'json', label: 'Export as data', type: 'application/json', write: personJson },
  { kind: 'html', label: 'Export as a page', type: 'text/html;charset=utf-8', write: personPage },
] as const;

/** Saves all stored data: as data for a program, or as a page to read. The audit trail records each export. */
export function ExportButtons({ email }: { email: string }) {
  const { api } = useHostServices();
  const say = useDone();
  const save = useMutation({
    onMutate: () => say(null),
    mutationFn: async ({ kind, type, write }: (typeof KINDS)[number]) => {
      const person = await exportPerson(api, email);
      saveFile([write(person)], type, personFileName(String(person.exportedAt), kind));
    },
    onSuccess: () =>
      say({
        title: 'Exported',
        description: 'The file holds personal data. Delete it when it is sent.',
      }),
  });
  return (
    <>
      {save.isError ? (
        <div className="basis-full">
          <Alert tone="error" title={personFailureWords(save.error)}>
            No file was written.
          </Alert>
        </div>
      ) : null}
      {KINDS.map((kind) => (
        <Button
          key={kind.kind}
          className="text-sm max-md:grow"
          busy={save.isPending && save.variables.kind === kind.kind}
          onClick={() => {
            if (!save.isPending) save.mutate(kind);
          }}
        >
          {kind.label}
        </Button>
      ))}
    </>
  );
}
