import { STAFF_NOTE_MAX } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import {
  CONTACT_REQUEST_STATUSES,
  type ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { formatCount } from '@corvane/shared/lib/counted';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { REQUEST_STATUS_WORDS, requestName } from '../words.tsx';
import { ConflictNote } from './conflict-note.tsx';
import { isUnchanged } from './request-values.ts';
import { useRequestChange } from './use-request-change.ts';

/** Chooses the representative. Only managers can. */
export type AssigneeField = (
  request: ListedContactRequest,
  assignedTo: string | null,
  onChange: (repId: string | null) => void,
  readOnly: boolean,
) => ReactNode;

interface RequestFormProps {
  repId: string;
  request: ListedContactRequest;
  clockAheadMs: number;
  assigneeField: AssigneeField | undefined;
  onSaved(): void;
}

const STATUS_OPTIONS = CONTACT_REQUEST_STATUSES.map((value) => ({
  value,
  label: REQUEST_STATUS_WORDS[value].label,
}));

/** The editable part of a request: status, assigned representative, and note. */
export function RequestForm({ repId, request, clockAheadMs, assigneeField, onSaved }: RequestFormProps) {
  const edit = useRequestChange(repId, request, onSaved);
  const { base, values, change, conflict, noteError } = edit;
  const note = useRef<HTMLTextAreaElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const [isSpamAsked, setSpamAsked] = useState(false);
  useEffect(() => {
    if (noteError !== null) note.current?.focus();
  }, [noteError]);
  useEffect(() => {
    // The conflict note is at the top, far from Save, and matters for the next decision. So it is scrolled into view.
    if (conflict !== null) message.current?.focus();
  }, [conflict]);

  function submit() {
    // Spam disappears from everyone's list.
    if (change.status === 'spam') setSpamAsked(true);
    else edit.submit();
  }

  return (
    <form
      aria-busy={edit.isPending}
      noValidate
      autoComplete="off"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Unsaved when={!isUnchanged(change)} />
      <div ref={message} tabIndex={-1} className="outline-none">
        {edit.failure === null ? null : <Alert tone="error" title={edit.failure} />}
        {conflict === null ? null : (
          <ConflictNote
            conflict={conflict}
            stored={base}
            change={change}
            clockAheadMs={clockAheadMs}
            isPending={edit.isPending}
            onTakeTheirs={edit.takeTheirs}
          />
        )}
      </div>
      <SelectField
        label="Status"
        value={values.status}
        options={STATUS_OPTIONS}
        readOnly={edit.isPending}
        onChange={(status) => edit.enter({ status })}
      />
      {assigneeField?.(base, values.assignedTo, (assignedTo) => edit.enter({ assignedTo }), edit.isPending)}
      <Field
        label="Note"
        hint={`Everyone who works on this request can read it. The visitor never does. ${formatCount(values.staffNote.length)} of ${formatCount(STAFF_NOTE_MAX)} characters.`}
        error={noteError ?? undefined}
      >
        {(control) => (
          <textarea
            {...control}
            ref={note}
            name="request-note"
            rows={5}
            readOnly={edit.isPending}
            className={CONTROL_CLASS}
            value={values.staffNote}
            onChange={(event) => edit.enter({ staffNote: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="signal"
          className="text-sm max-md:grow"
          busy={edit.isPending}
          disabled={isUnchanged(change)}
        >
          Save changes
        </Button>
      </div>
      {isSpamAsked ? (
        <ConfirmDialog
          title={`Mark the request of ${requestName(base)} as spam?`}
          description="It no longer counts as open, for everyone who works on requests. You can change the status again."
          confirm="Mark as spam"
          isFinal
          busy={false}
          failure={null}
          onConfirm={() => {
            setSpamAsked(false);
            edit.submit();
          }}
          onClose={() => setSpamAsked(false)}
        />
      ) : null}
    </form>
  );
}
