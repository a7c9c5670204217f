import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { type RefObject, useRef, useState } from 'react';
import { useDone } from '../../app/done.tsx';
import { useHostServices } from '../../app/host-services-context.tsx';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface Secret<Control extends TextControl> {
  value: string;
  /** Whether the person has it by now: by the button, or by hand. */
  isCopied: boolean;
  copy(): Promise<void>;
  field: RefObject<Control | null>;
  onCopied(): void;
}

/**
 * Something that is shown only once, to be copied.
 * @param noun within a sentence. @example 'link'
 */
export function useSecret<Control extends TextControl = HTMLInputElement>(
  value: string,
  noun: string,
): Secret<Control> {
  const { toast } = useHostServices();
  const say = useDone();
  const field = useRef<Control>(null);
  const [isCopied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      onCopied();
      const begun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
      toast({ title: 'Copied', description: `${begun} copied to clipboard`, tone: 'success' });
    } catch {
      // No permission, or a page without TLS. The text is selected, so one key press copies it.
      field.current?.select();
      say({
        title: 'Error',
        description: `The ${noun} could not be copied. It is selected: copy it with your keyboard.`,
        tone: 'error',
      });
    }
  }
  return { value, isCopied, copy, field, onCopied };
}

interface SecretFieldProps {
  label: string;
  hint?: string;
  secret: Secret<HTMLInputElement>;
  className?: string;
}

/** The text itself, selected when it has the focus. */
export function SecretField({ label, hint, secret, className = '' }: SecretFieldProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <input
          {...control}
          ref={secret.field}
          type="text"
          readOnly
          autoComplete="off"
          spellCheck={false}
          className={`${CONTROL_CLASS} tabular ${className}`}
          value={secret.value}
          onFocus={(event) => event.target.select()}
          onCopy={secret.onCopied}
        />
      )}
    </Field>
  );
}
