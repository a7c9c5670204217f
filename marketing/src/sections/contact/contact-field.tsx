import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react';
import type { ContactFieldName } from './contact-form-fields.ts';

interface ContactFieldProps {
  name: ContactFieldName;
  label: string;
  error: string | undefined;
  readOnly: boolean;
  type?: HTMLInputTypeAttribute;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  required?: boolean;
  /** What the browser checks while no script does. */
  minLength?: number;
  pattern?: string;
  /** Lines of a text area. Without it the field has one line. */
  rows?: number;
}

/**
 * One text field of the form, with its error. The browser holds its value, so visitors can type before the
 * scripts run.
 */
export function ContactField({
  name,
  label,
  error,
  readOnly,
  type,
  rows,
  required,
  minLength,
  pattern,
  autoComplete,
}: ContactFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => {
        const common = {
          ...control,
          name,
          readOnly,
          autoComplete,
          required,
          minLength,
          className: CONTROL_CLASS,
          // Names and messages can be in any script.
          dir: 'auto',
        } as const;
        return rows === undefined ? (
          <input type={type ?? 'text'} pattern={pattern} {...common} />
        ) : (
          <textarea rows={rows} {...common} />
        );
      }}
    </Field>
  );
}
