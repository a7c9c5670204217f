import {
  CUSTOMER_NOTE_MAX,
  type CustomerTexts,
} from '@corvane/shared/contracts/backend/customers/customer-edit';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useLayoutEffect, useRef } from 'react';

export type TextErrors = Partial<Record<keyof CustomerTexts, string>>;

interface CustomerFormProps {
  texts: CustomerTexts;
  errors: TextErrors;
  busy: boolean;
  onEnter(field: keyof CustomerTexts, value: string): void;
  onSubmit(): void;
  onCancel(): void;
}

/** Name, company and private note. The address is verified, so it cannot be changed. */
export function CustomerForm({ texts, errors, busy, onEnter, onSubmit, onCancel }: CustomerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const line = (field: 'name' | 'company', label: string) => (
    <Field label={label} error={errors[field]}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={`edit-${field}`}
          dir="auto"
          readOnly={busy}
          className={CONTROL_CLASS}
          value={texts[field]}
          onChange={(event) => onEnter(field, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <form
      ref={form}
      aria-busy={busy}
      noValidate
      autoComplete="off"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {line('name', 'Name')}
      {line('company', 'Company')}
      <Field
        label="Private note"
        hint={`Only you can read it. ${texts.note.length.toLocaleString('en-US')} of ${CUSTOMER_NOTE_MAX.toLocaleString('en-US')} characters.`}
        error={errors.note}
      >
        {(control) => (
          <textarea
            {...control}
            name="edit-note"
            dir="auto"
            rows={5}
            readOnly={busy}
            className={CONTROL_CLASS}
            value={texts.note}
            onChange={(event) => onEnter('note', event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={busy}>
          Save changes
        </Button>
        <Button className="text-sm max-md:grow" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
