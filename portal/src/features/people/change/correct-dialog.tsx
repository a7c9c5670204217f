import type { PersonCustomer, PersonRequest } from '@corvane/shared/contracts/backend/people/people';
import {
  customerCorrectionSchema,
  type PersonCorrection,
  requestCorrectionSchema,
} from '@corvane/shared/contracts/backend/people/person-change';
import { Button } from '@corvane/shared/ui/button';
import type { Path } from 'react-hook-form';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { ConflictForm, ConflictNote, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { correctPerson, peopleKeys, personFailureWords } from '../api.ts';

export function CorrectCustomer({ customer, onClose }: { customer: PersonCustomer; onClose(): void }) {
  const { id, name, company } = customer;
  return (
    <CorrectDialog
      id={id}
      title="Correct the customer"
      stored={{ name, company }}
      labels={[
        ['name', 'Name'],
        ['company', 'Company'],
      ]}
      schema={customerCorrectionSchema}
      correctionOf={(before, after) => ({ kind: 'customer', id, before, after })}
      onClose={onClose}
    />
  );
}

export function CorrectRequest({ request, onClose }: { request: PersonRequest; onClose(): void }) {
  const { id, firstName, lastName, company, phone, jobTitle } = request;
  return (
    <CorrectDialog
      id={id}
      title="Correct the contact request"
      stored={{ firstName, lastName, company, phone, jobTitle }}
      labels={[
        ['firstName', 'First name'],
        ['lastName', 'Last name'],
        ['company', 'Company'],
        ['phone', 'Phone'],
        ['jobTitle', 'Job title'],
      ]}
      schema={requestCorrectionSchema}
      correctionOf={(before, after) => ({ kind: 'contact_request', id, before, after })}
      onClose={onClose}
    />
  );
}

interface CorrectDialogProps<Texts extends Record<string, string>> {
  id: string;
  title: string;
  stored: Texts;
  labels: readonly (readonly [field: keyof Texts & string, label: string])[];
  schema: { _zod: { input: Texts; output: Texts } };
  correctionOf(before: Texts, after: Texts): PersonCorrection;
  onClose(): void;
}

const CONFLICT = 'Someone else changed this first. Nothing was saved.';

/** Corrects texts. If someone else changed them meanwhile, nothing is overwritten, and the person decides. */
function CorrectDialog<Texts extends Record<string, string>>(props: CorrectDialogProps<Texts>) {
  const { id, title, stored, labels, schema, correctionOf, onClose } = props;
  const { api } = useHostServices();
  const say = useDone();
  const edit = useConflictForm({
    title,
    mutationKey: [...peopleKeys.all, 'correct', id],
    stored,
    valuesOf: (texts) => texts,
    schemaFor: () => schema,
    save: (after, before) => correctPerson(api, correctionOf(before, after)),
    refusalOf: (answer) =>
      answer.outcome === 'saved'
        ? null
        : { words: CONFLICT, stored: answer.stored as Record<string, string> as Texts },
    failureWords: personFailureWords,
    onSaved: () => say({ title: 'Corrected' }),
    onClose,
  });
  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description="The address cannot be corrected: another address is another person."
    >
      <ConflictForm
        edit={edit}
        note={
          <ConflictNote
            title={CONFLICT}
            kept="What you typed is kept below."
            stored={labels.map(([field, label]) => [label, edit.base[field] ?? ''])}
            again="Save again to replace it with yours."
          />
        }
      >
        {labels.map(([field, label]) => (
          <TextField key={field} edit={edit} name={field as Path<Texts>} label={label} spellCheck={false} />
        ))}
        <Button
          type="submit"
          variant="signal"
          className="justify-self-start text-sm max-md:justify-self-stretch"
          busy={edit.isPending}
          disabled={!edit.isTouched}
        >
          Save correction
        </Button>
      </ConflictForm>
    </PortalDialog>
  );
}
