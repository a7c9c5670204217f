import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  CUSTOMER_NOTE_MAX,
  type CustomerTexts,
  customerTextsSchema,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customers/customer-edit';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { formatCount } from '@corvane/shared/lib/counted';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { failureWords } from '../../../lib/failure-words.ts';
import { ConflictForm, ConflictNote, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { customerNoteQuery, customersKeys } from '../api.ts';

interface CustomerEditProps {
  customer: Customer;
}

/** The private note on a customer, and the form for the customer's texts. */
export function CustomerEdit({ customer }: CustomerEditProps) {
  const { api } = useHostServices();
  const note = useQuery(customerNoteQuery(api, customer.customerId));
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <h3 className="mt-6 mb-3 font-sans text-base">{isEditing ? 'Edit customer' : 'Your note'}</h3>
      <QueryState query={note} what="your note" skeleton="h-11">
        {(answer) => (
          <NoteOrForm customer={customer} note={answer.note} isEditing={isEditing} onEdit={setEditing} />
        )}
      </QueryState>
    </>
  );
}

interface NoteOrFormProps extends CustomerEditProps {
  note: string;
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}

function NoteOrForm({ customer, note, isEditing, onEdit }: NoteOrFormProps) {
  const { api } = useHostServices();
  const { customerId } = customer;
  const stored: CustomerTexts = { name: customer.name, company: customer.company, note };
  /** The texts before the last saved change, which can be undone. */
  const [saved, setSaved] = useState<CustomerTexts | null>(null);
  const edit = useConflictForm({
    title: customerName(customer),
    mutationKey: [...customersKeys.all, 'edit', customerId],
    staleKeys: [customersKeys.all],
    stored,
    valuesOf: (texts) => texts,
    schemaFor: () => customerTextsSchema,
    save: (after, before) =>
      ask(api, 'edit-customer', { customerId, before, after }, editCustomerResponseSchema),
    refusalOf: (answer) => (answer.outcome === 'saved' ? null : { words: CONFLICT, stored: answer.customer }),
    failureWords: (error) => failureWords(error, { not_found: 'This customer is no longer yours.' }),
    onSaved(answer, _after, before) {
      // After a saved change, it was the undo.
      setSaved(saved === null ? before : null);
      edit.startFrom(answer.customer);
      onEdit(false);
    },
    // Also after Cancel: the person still has to learn that nothing was saved.
    onRefused() {
      setSaved(null);
      onEdit(true);
    },
    onClose: () => {},
  });
  const firstField = useRef<HTMLInputElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (isEditing) firstField.current?.focus();
    // The form has closed, and the focus was in it.
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <ConflictForm
        edit={edit}
        note={
          <ConflictNote
            title={CONFLICT}
            kept="Your changes are not saved."
            stored={[
              ['Name', edit.base.name],
              ['Company', edit.base.company],
              ['Note', edit.base.note],
            ]}
            again="Save again to replace them with yours."
            take={{ label: 'Use the stored details', isPending: edit.isPending, onTake: edit.takeTheirs }}
          />
        }
      >
        <TextField edit={edit} name="name" label="Name" ref={firstField} />
        <TextField edit={edit} name="company" label="Company" />
        <TextField
          edit={edit}
          name="note"
          label="Private note"
          hint={`Only you can read it. ${formatCount(edit.values.note.length)} of ${formatCount(CUSTOMER_NOTE_MAX)} characters.`}
          rows={5}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={edit.isPending}>
            Save changes
          </Button>
          <Button className="text-sm max-md:grow" onClick={() => onEdit(false)}>
            Cancel
          </Button>
        </div>
      </ConflictForm>
    );
  }
  return (
    <div className="text-sm">
      {saved === null ? null : (
        <div className="mb-3">
          <Alert tone="success" title="Changes saved">
            <Button
              variant="quiet"
              className="-ml-3 text-sm"
              busy={edit.isPending}
              onClick={() => {
                edit.startFrom(edit.base, saved);
                edit.send(saved);
              }}
            >
              Undo
            </Button>
          </Alert>
        </div>
      )}
      {stored.note === '' ? (
        <p className="text-muted">No note yet.</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {stored.note}
        </p>
      )}
      <Button
        ref={editButton}
        className="mt-3 text-sm max-md:w-full"
        busy={edit.isPending}
        onClick={() => {
          setSaved(null);
          edit.startFrom(stored);
          onEdit(true);
        }}
      >
        Edit name, company and note
      </Button>
    </div>
  );
}

const CONFLICT = 'These details have changed since you opened them';
