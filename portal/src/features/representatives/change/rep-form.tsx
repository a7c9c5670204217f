import { type RepTexts, repTextsSchema } from '@corvane/shared/contracts/backend/representatives/rep-change';
import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { freshKey } from '@corvane/shared/lib/fresh-id';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/within-dialog.tsx';
import { CheckField, ConflictForm, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { changeRep, REP_CHANGE, repConflictWords, repFailureWords, repKeys } from '../api.ts';

interface RepFormProps {
  /** null: a new one. */
  rep: ListedRep | null;
  onSalesId(name: string, salesId: string): void;
  onClose(): void;
}

const textsOf = ({ name, email, isManager }: RepTexts): RepTexts => ({ name, email, isManager });

/** Adds a representative, or corrects the name, address and role of one. */
export function RepForm({ rep, onSalesId, onClose }: RepFormProps) {
  const { api } = useHostServices();
  const say = useDone();
  const title = rep === null ? 'Add a representative' : `Edit ${rep.name}`;
  const [stored] = useState(() => ({
    name: rep?.name ?? '',
    email: rep?.email ?? '',
    isManager: rep?.isManager ?? false,
    // One key per new representative: sending again after a lost answer returns the same sales ID.
    idempotencyKey: freshKey(),
  }));
  const edit = useConflictForm({
    title,
    mutationKey: [...REP_CHANGE, rep?.id ?? 'new'],
    // Several can be added at once.
    subjectOf: (wanted) => (rep === null ? wanted.email : ''),
    staleKeys: [repKeys.all],
    stored,
    valuesOf: textsOf,
    schemaFor: () => repTextsSchema,
    save: (after, { idempotencyKey, ...before }) =>
      changeRep(
        api,
        rep === null
          ? { action: 'add', ...after, idempotencyKey }
          : { action: 'edit', repId: rep.id, before, after },
      ),
    refusalOf(answer, { idempotencyKey }) {
      return answer.outcome === 'conflict'
        ? { words: repConflictWords(answer), stored: { ...textsOf(answer.rep), idempotencyKey } }
        : null;
    },
    failureWords: repFailureWords,
    onSaved(answer, { name }) {
      if (answer.outcome === 'added') onSalesId(name, answer.salesId);
      else say({ title: 'Saved', description: `${name} is up to date.` });
    },
    onClose,
  });
  const { base, conflict, isPending } = edit;
  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description={
        rep === null
          ? 'They sign in with a sales ID, which is shown once in the next step.'
          : 'Sales ID, sessions and customers stay.'
      }
    >
      <ConflictForm
        edit={edit}
        note={
          conflict && (
            <Alert tone="error" title={conflict.words}>
              {`Stored now: ${base.name}, ${base.email}, ${base.isManager ? 'a manager' : 'no manager'}. Save again to replace it with yours.`}
            </Alert>
          )
        }
      >
        <TextField edit={edit} name="name" label="Name" spellCheck={false} />
        {/* Not of type `email`: only the server's rule applies. */}
        <TextField edit={edit} name="email" label="Email" inputMode="email" spellCheck={false} />
        <CheckField edit={edit} name="isManager">
          Manager: may open Operations with a mailed code
        </CheckField>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={isPending}>
            {rep === null ? 'Add' : 'Save changes'}
          </Button>
          <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
        </div>
      </ConflictForm>
    </PortalDialog>
  );
}
