import {
  type ContactRequestChange,
  type ContactRequestLastChange,
  contactRequestChangeSchema,
  STAFF_NOTE_MAX,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import {
  CONTACT_REQUEST_STATUSES,
  type ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { formatCount } from '@corvane/shared/lib/counted';
import { z } from '@corvane/shared/lib/zod';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { serverNowMs, useServerNow } from '../../../lib/server-clock.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { ConflictForm, ConflictNote, TextField } from '../../../ui/forms/conflict-form.tsx';
import { changesIn, useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { changeFailureWords, changeRequest, lastChangeWords } from '../api.ts';
import { requestKeys } from '../request-keys.ts';
import { REQUEST_STATUS_WORDS, requestName } from '../words.tsx';

/** Chooses the representative. Only managers can. */
export type AssigneeField = (
  request: ListedContactRequest,
  assignedTo: string | null,
  onChange: (toRepId: string | null) => void,
  readOnly: boolean,
) => ReactNode;

interface RequestFormProps {
  request: ListedContactRequest;
  assigneeField: AssigneeField | undefined;
  onSaved(): void;
}

const STATUS_OPTIONS = CONTACT_REQUEST_STATUSES.map((value) => ({
  value,
  label: REQUEST_STATUS_WORDS[value].label,
}));

const valuesOf = ({ status, assignedTo, staffNote }: ListedContactRequest) => ({
  status,
  /** Id of a representative. null: not assigned. */
  assignedTo: assignedTo?.id ?? null,
  staffNote,
});
type RequestValues = ReturnType<typeof valuesOf>;

/** What a person can change, and what is stored of it. */
const FIELDS: readonly {
  key: keyof RequestValues;
  label: string;
  storedText(stored: ListedContactRequest): string;
}[] = [
  { key: 'status', label: 'Status', storedText: ({ status }) => REQUEST_STATUS_WORDS[status].label },
  {
    key: 'assignedTo',
    label: 'Assignment',
    storedText: ({ assignedTo }) => assignedTo?.name ?? 'not assigned',
  },
  { key: 'staffNote', label: 'Note', storedText: ({ staffNote }) => staffNote },
];

/** The editable part of a request: status, assigned representative, and note. */
export function RequestForm({ request, assigneeField, onSaved }: RequestFormProps) {
  const { api } = useHostServices();
  const say = useDone();
  const { requestId } = request;
  /** Spam, to be confirmed. */
  const [asked, setAsked] = useState<ContactRequestChange | null>(null);
  const edit = useConflictForm({
    title: requestName(request),
    mutationKey: [...requestKeys.all, 'change', requestId],
    staleKeys: [requestKeys.all],
    stored: request,
    valuesOf,
    schemaFor: (base) =>
      z.pipe(
        z.pipe(
          z.custom<RequestValues>(),
          z.transform((values) => changesIn(values, valuesOf(base))),
        ),
        contactRequestChangeSchema,
      ),
    save: (change, { version }) => changeRequest(api, { requestId, version, change }),
    refusalOf: (answer) =>
      answer.outcome === 'saved'
        ? null
        : {
            words: lastChangeWords(answer.lastChange, serverNowMs()),
            stored: answer.request,
          },
    failureWords: changeFailureWords,
    fieldOf: (path) => (path === 'change.staffNote' ? 'staffNote' : ''),
    // Spam disappears from everyone's list.
    onValid: (change, send) => (change.status === 'spam' ? setAsked(change) : send(change)),
    onSaved({ request: { status, assignedTo, ...stored } }) {
      const assigned = assignedTo === null ? 'not assigned' : `with ${assignedTo.name}`;
      say({
        title: 'Saved',
        description: `${requestName(stored)}: ${REQUEST_STATUS_WORDS[status].label}, ${assigned}.`,
      });
    },
    onClose: onSaved,
  });
  const { base, values, changes, isPending } = edit;
  useEffect(() => {
    // An untouched form follows others' changes. A touched form does not: when it is saved, it shows both versions.
    if (request.version > base.version && !edit.isTouched) edit.startFrom(request);
  });

  return (
    <>
      <ConflictForm
        edit={edit}
        note={
          edit.conflict && (
            <RequestConflict
              lastChange={'lastChange' in edit.conflict.answer ? edit.conflict.answer.lastChange : null}
              own={FIELDS.filter(({ key }) => key in changes)}
              stored={base}
              isPending={isPending}
              onTake={edit.takeTheirs}
            />
          )
        }
      >
        <SelectField
          label="Status"
          value={values.status}
          options={STATUS_OPTIONS}
          readOnly={isPending}
          onChange={(status) => edit.form.setValue('status', status)}
        />
        {assigneeField?.(base, values.assignedTo, (id) => edit.form.setValue('assignedTo', id), isPending)}
        <TextField
          edit={edit}
          name="staffNote"
          label="Note"
          hint={`Everyone who works on this request can read it. The visitor never does. ${formatCount(values.staffNote.length)} of ${formatCount(STAFF_NOTE_MAX)} characters.`}
          rows={5}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="signal"
            className="text-sm max-md:grow"
            busy={isPending}
            disabled={!edit.isTouched}
          >
            Save changes
          </Button>
        </div>
      </ConflictForm>
      {asked === null ? null : (
        <ConfirmDialog
          title={`Mark the request of ${requestName(base)} as spam?`}
          description="It no longer counts as open, for everyone who works on requests. You can change the status again."
          confirm="Mark as spam"
          isFinal
          busy={false}
          failure={null}
          onConfirm={() => {
            setAsked(null);
            edit.send(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface RequestConflictProps {
  lastChange: ContactRequestLastChange | null;
  /** The person's unsaved changes. */
  own: typeof FIELDS;
  stored: ListedContactRequest;
  isPending: boolean;
  onTake(): void;
}

function RequestConflict({ lastChange, own, stored, isPending, onTake }: RequestConflictProps) {
  const title = lastChangeWords(lastChange, useServerNow());
  if (own.length === 0) {
    return (
      <Alert tone="error" title={title}>
        <p>You chose the same, so there is nothing left to save.</p>
      </Alert>
    );
  }
  const nouns = own.map(({ label }) => label.toLowerCase()).join(' and ');
  return (
    <ConflictNote
      title={title}
      kept={`Your ${nouns} ${own.length === 1 ? 'is' : 'are'} kept below, and not saved yet.`}
      stored={own.map(({ label, storedText }) => [label, storedText(stored)])}
      again="Save again to replace it with yours."
      take={{ label: 'Use the stored version', isPending, onTake }}
    />
  );
}
