import { mailboxOf } from '@corvane/shared/contracts/backend/email-address';
import type { OpenedPerson } from '@corvane/shared/contracts/backend/people/people';
import type { ErasedPerson } from '@corvane/shared/contracts/backend/people/person-change';
import { counted } from '@corvane/shared/lib/counted';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { CloseDialogButton, PortalDialog, Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { erasePerson, peopleKeys, personFailureWords } from '../api.ts';
import { Mentions } from '../details.tsx';

interface EraseDialogProps {
  repId: string;
  person: OpenedPerson;
  onErased(): void;
  onClose(): void;
}

/** Erases a person permanently, after their address was typed. First it says what is erased and what stays. */
export function EraseDialog({ repId, person, onErased, onClose }: EraseDialogProps) {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const { email, representative, mentions } = person;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // The name in a contact request is not verified: it could contain ordinary words.
  const [takesNamesAtFirst] = useState(person.customer !== null || representative !== null);
  const [takesNames, setTakesNames] = useState(takesNamesAtFirst);
  const [error, setError] = useState<string | null>(null);
  /** The same for each press: after a lost answer, a repeated request gets the result of the first. */
  const [erasureId] = useState(() => freshId());
  const erase = useChange({
    mutationKey: [...peopleKeys.all(repId), 'erase', email],
    mutationFn: () => erasePerson(api, { email, takesNames, erasureId }),
    onSuccess: (answer) => {
      if (answer.outcome !== 'erased') return;
      toast({ title: 'Erased', description: erasedWords(answer), tone: 'success' });
      // Other tabs may show the person too.
      queries.removeQueries({ type: 'inactive' });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(email) });
      onErased();
    },
  });
  const hindrance = hindranceOf(representative, erase.data);
  if (hindrance !== null) {
    return (
      <PortalDialog onClose={onClose} title="Not to be erased yet">
        <Alert tone="error" title={hindrance}>
          Each sale and each customer must belong to a representative.
        </Alert>
        <CloseDialogButton className="mt-4 text-sm max-md:w-full">Close</CloseDialogButton>
      </PortalDialog>
    );
  }

  function submit() {
    if (mailboxOf(typed) !== email) {
      setError('This is not the address above');
      field.current?.focus();
      return;
    }
    setError(null);
    erase.send();
  }

  return (
    <PortalDialog
      onClose={onClose}
      title="Erase this person?"
      description="It cannot be undone. Names, addresses, IP addresses, browsers, links, notes, codes and contact requests go. An open link ends at once. Sales keep their figures, and the audit trail what happened, both without the person. Mails that were sent, and backups, are not reached."
      startsAt={field}
    >
      <form
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Unsaved when={typed !== '' || takesNames !== takesNamesAtFirst} />
        {erase.isError ? <Alert tone="error" title={personFailureWords(erase.error)} /> : null}
        {mentions.count === 0 ? null : (
          <div>
            <p className="mb-2 text-sm">
              What identifies the person is taken out of {counted(mentions.count, 'text')} of others and
              becomes [erased].
            </p>
            <Mentions repId={repId} person={person} title="Read them first" />
            {mentions.nameCount > 0 ? (
              <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
                <input
                  type="checkbox"
                  name="takes-names"
                  className="size-4 shrink-0 accent-teal"
                  checked={takesNames}
                  onChange={(event) => setTakesNames(event.target.checked)}
                />
                <span>
                  Take out the full name as well as the address. It is in{' '}
                  {counted(mentions.nameCount, 'text')}.
                </span>
              </label>
            ) : null}
          </div>
        )}
        <Field label="Type the address to confirm" hint={email} error={error ?? undefined}>
          {(control) => (
            <input
              {...control}
              ref={field}
              name="erase-address"
              inputMode="email"
              spellCheck={false}
              autoCapitalize="none"
              className={CONTROL_CLASS}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <CloseDialogButton className="text-sm max-md:w-full">Cancel</CloseDialogButton>
          <Button type="submit" variant="signal" className="text-sm max-md:w-full" busy={erase.isPending}>
            Erase for good
          </Button>
        </div>
      </form>
    </PortalDialog>
  );
}

/** Why a representative cannot be erased, known in advance or from the answer. null if nothing prevents it. */
function hindranceOf(rep: OpenedPerson['representative'], answer: ErasedPerson | undefined): string | null {
  if (answer?.outcome === 'rep_is_enabled' || (rep !== null && rep.disabledAt === null)) {
    return 'This person can sign in as a representative. Disable them under Representatives first.';
  }
  const customers = answer?.outcome === 'rep_has_customers' ? answer.customers : (rep?.counts.customers ?? 0);
  return customers === 0
    ? null
    : `This representative still has ${counted(customers, 'customer')}. Hand them over under Representatives first.`;
}

function erasedWords(answer: Extract<ErasedPerson, { outcome: 'erased' }>): string {
  const mails =
    answer.mailsUnderWay === 0
      ? ''
      : ` ${counted(answer.mailsUnderWay, 'mail')} to the team may just have been sent: delete it there.`;
  return `Nothing is stored about this person any more. ${counted(answer.redacted, 'text')} of others changed.${mails}`;
}
