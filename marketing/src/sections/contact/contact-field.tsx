import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { ContactFormControl } from './use-contact-form.ts';

interface ContactFieldProps {
  form: ContactFormControl['form'];
  name: 'name' | 'email' | 'company' | 'phone' | 'jobTitle' | 'jobRole' | 'message';
  label: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  required?: boolean;
  /** Lines of a text area; a one-line field without it. */
  rows?: number;
}

/** One text field of the form, with its error. */
export function ContactField({
  form,
  name,
  label,
  type = 'text',
  rows,
  required,
  autoComplete,
}: ContactFieldProps) {
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      {(control) => {
        const common = {
          ...control,
          ...form.register(name),
          autoComplete,
          'aria-required': required,
          className: CONTROL_CLASS,
          // Names and messages come in every script.
          dir: 'auto',
        } as const;
        return rows === undefined ? <input type={type} {...common} /> : <textarea rows={rows} {...common} />;
      }}
    </Field>
  );
}
