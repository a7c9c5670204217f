import type { CustomerTexts } from '@corvane/shared/contracts/backend/customers/customer-edit';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { failureWords } from '../../../lib/failure-words.ts';
import { Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { customerNoteQuery } from '../api.ts';
import { CustomerForm } from './customer-form.tsx';
import { useCustomerEdit } from './use-customer-edit.ts';

interface CustomerEditProps {
  repId: string;
  customer: Customer;
}

/** The private note on a customer, and the form for the customer's texts. */
export function CustomerEdit({ repId, customer }: CustomerEditProps) {
  const edit = useCustomerEdit(repId, customer.customerId);
  return (
    <>
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">
        {edit.form === null ? 'Your note' : 'Edit customer'}
      </h3>
      <NoteOrForm repId={repId} customer={customer} edit={edit} />
    </>
  );
}

interface NoteOrFormProps extends CustomerEditProps {
  edit: ReturnType<typeof useCustomerEdit>;
}

function NoteOrForm({ repId, customer, edit }: NoteOrFormProps) {
  const { api } = useHostServices();
  const note = useQuery(customerNoteQuery(api, repId, customer.customerId));
  return (
    <QueryState query={note} what="your note" skeleton={<Skeleton className="h-11 w-full" />}>
      {(answer) => <NoteAndForm customer={customer} edit={edit} note={answer.note} />}
    </QueryState>
  );
}

function NoteAndForm({ customer, edit, note }: Omit<NoteOrFormProps, 'repId'> & { note: string }) {
  const editButton = useRef<HTMLButtonElement>(null);
  const isEditing = edit.form !== null;
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form has closed, and the focus was in it.
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const stored: CustomerTexts = { name: customer.name, company: customer.company, note };
  const failure =
    edit.failure === null ? null : (
      <Alert
        tone="error"
        title={failureWords(edit.failure, { not_found: 'This customer is no longer yours.' })}
      />
    );
  if (edit.form !== null) {
    return (
      <div className="grid gap-4">
        <Unsaved when={edit.isTouched} />
        {failure}
        {edit.conflict === null ? null : (
          <Conflict
            stored={edit.conflict}
            isPending={edit.isPending}
            onTakeTheirs={() => edit.takeTheirs()}
          />
        )}
        <CustomerForm
          texts={edit.form.texts}
          errors={edit.errors}
          busy={edit.isPending}
          onEnter={edit.enter}
          onSubmit={edit.submit}
          onCancel={edit.cancel}
        />
      </div>
    );
  }
  return (
    <div className="text-sm">
      {failure}
      {edit.isSaved ? (
        <div className="mb-3">
          <Alert tone="success" title="Changes saved">
            <Button variant="quiet" className="-ml-3 text-sm" busy={edit.isPending} onClick={edit.undo}>
              Undo
            </Button>
          </Alert>
        </div>
      ) : null}
      {stored.note === '' ? (
        <p className="text-muted">No note yet.</p>
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">{stored.note}</p>
      )}
      <Button
        ref={editButton}
        className="mt-3 text-sm max-md:w-full"
        busy={edit.isPending}
        onClick={() => edit.begin(stored)}
      >
        Edit name, company and note
      </Button>
    </div>
  );
}

interface ConflictProps {
  stored: CustomerTexts;
  /** The texts are being saved, so it is too late to drop them. */
  isPending: boolean;
  onTakeTheirs(): void;
}

/** Someone else changed the texts first. Nothing was overwritten, and the person decides. */
function Conflict({ stored, isPending, onTakeTheirs }: ConflictProps) {
  return (
    <Alert tone="error" title="These details have changed since you opened them">
      <p>Your changes are not saved. Stored now:</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {(['name', 'company', 'note'] as const).map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted capitalize">{field}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{stored[field] || '(empty)'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">Save again to replace them with yours.</p>
      <Button className="mt-3 text-sm" disabled={isPending} onClick={onTakeTheirs}>
        Use the stored details
      </Button>
    </Alert>
  );
}
