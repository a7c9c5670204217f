import { mailboxOf } from '@corvane/shared/contracts/backend/email-address';
import type { OpenedPerson } from '@corvane/shared/contracts/backend/people/people';
import {
  type ErasedPerson,
  type ErasureStep,
  takesNamesOf,
} from '@corvane/shared/contracts/backend/people/person-change';
import { counted } from '@corvane/shared/lib/counted';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { z } from '@corvane/shared/lib/zod';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/within-dialog.tsx';
import { CheckField, ConflictForm, TextField } from '../../../ui/forms/conflict-form.tsx';
import { isKeptWithout, useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { erasePerson, peopleKeys, personFailureWords } from '../api.ts';
import { Mentions } from '../mentions.tsx';

interface EraseDialogProps {
  person: OpenedPerson;
  onErased(): void;
  onClose(): void;
}

/** Erases a person permanently, after their address was typed. First it says what is erased and what stays. */
export function EraseDialog({ person, onErased, onClose }: EraseDialogProps) {
  const { api } = useHostServices();
  const say = useDone();
  const queries = useQueryClient();
  const { email, representative, mentions } = person;
  const { texts, unread } = mentions;
  const nameCount = texts.filter(({ hasName }) => hasName).length;
  const field = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<ErasureStep>();
  const [stored] = useState(() => ({
    takesNames: takesNamesOf(person),
    /** The same for each press: after a lost answer, a repeated request gets the result of the first. */
    erasureId: freshId(),
  }));
  const hindrance = hindranceOf(representative);
  const edit = useConflictForm({
    title: 'Erase this person?',
    mutationKey: [...peopleKeys.all, 'erase', email],
    staleKeys: [],
    isTypedAgain: true,
    stored,
    valuesOf: ({ takesNames }) => ({ address: '', takesNames }),
    schemaFor: () =>
      z.object({
        address: z
          .string()
          .check(z.refine((typed) => mailboxOf(typed) === email, 'This is not the address above')),
        takesNames: z.boolean(),
      }),
    save: ({ takesNames }, { erasureId }) => erasePerson(api, { email, takesNames, erasureId }, setStep),
    failureWords: personFailureWords,
    onSaved(erased) {
      say({ title: 'Erased', description: erasedWords(erased) });
      // Other tabs may show the person too. What is kept about others stays.
      const ids = [person.customer, representative, ...person.requests, ...texts].map((of) => of?.id);
      const words = [email, ...ids.filter((id) => id !== undefined)];
      queries.removeQueries({ type: 'inactive', predicate: (query) => !isKeptWithout(query, words) });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(email) });
      onErased();
    },
    onClose,
  });
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

  return (
    <PortalDialog
      onClose={onClose}
      title="Erase this person?"
      description="It cannot be undone. Names, addresses, IP addresses, browsers, links, notes, codes and contact requests go. An open link ends at once. Sales keep their figures, and the audit trail what happened, both without the person. Mails that were sent, and backups, are not reached."
      startsAt={field}
    >
      <ConflictForm edit={edit}>
        {texts.length + unread === 0 ? null : (
          <div>
            <p className="mb-2 text-sm">
              {`What identifies the person is taken out of ${counted(texts.length, 'text')} of others and becomes [erased].${
                unread === 0
                  ? ''
                  : ` The same is done in at most ${counted(unread, 'more record')} that were not read yet.`
              }`}
            </p>
            <Mentions person={person} title="Read them first" />
            {nameCount + unread === 0 ? null : (
              <CheckField edit={edit} name="takesNames">
                {unread === 0
                  ? `Take out the full name as well as the address. It is in ${counted(nameCount, 'text')}.`
                  : 'Take out the full name as well as the address.'}
              </CheckField>
            )}
          </div>
        )}
        <TextField
          edit={edit}
          name="address"
          label="Type the address to confirm"
          hint={email}
          ref={field}
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
        />
        <p role="status" className="tabular text-sm empty:hidden">
          {step === undefined
            ? null
            : `Not finished: the person is out of ${counted(step.redacted, 'record')} of others, and still stored. At most ${counted(step.unread, 'more record')} to read.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <CloseDialogButton className="text-sm max-md:w-full">Cancel</CloseDialogButton>
          <Button type="submit" variant="signal" className="text-sm max-md:w-full" busy={edit.isPending}>
            Erase for good
          </Button>
        </div>
      </ConflictForm>
    </PortalDialog>
  );
}

/** Why a representative cannot be erased, known in advance. null if nothing prevents it. */
function hindranceOf(rep: OpenedPerson['representative']): string | null {
  if (rep !== null && rep.disabledAt === null) {
    return 'This person can sign in as a representative. Disable them under Representatives first.';
  }
  const customers = rep?.counts.customers ?? 0;
  return customers === 0
    ? null
    : `This representative still has ${counted(customers, 'customer')}. Hand them over under Representatives first.`;
}

function erasedWords(answer: ErasedPerson): string {
  const mails =
    answer.mailsUnderWay === 0
      ? ''
      : ` ${counted(answer.mailsUnderWay, 'mail')} to the team may just have been sent: delete it there.`;
  return `Nothing is stored about this person any more. ${counted(answer.redacted, 'text')} of others changed.${mails}`;
}
