import {
  type ContactFields,
  type ContactFormInput,
  contactFieldsSchema,
  optOutFields,
} from '@corvane/shared/contracts/backend/contact/contact';
import { CONTACT_FIELD_NAMES, OPT_OUT_SOURCE } from '@corvane/shared/contracts/backend/contact/contact-form';
import { z } from '@corvane/shared/lib/zod';
import { AddressSuggestion, suggestedAddress } from '@corvane/shared/ui/address-suggestion';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactElement } from 'react';
import { createFormControl } from 'react-hook-form';
import { type ContactFieldErrors, fieldOf } from './contact-request.ts';

/*
 * The form's checks: react-hook-form and the schema that the server uses too. They are fetched when a visitor begins
 * to use the form. They then attach to the existing form and keep its text.
 */

const checkFields = zodResolver(contactFieldsSchema);
const checkOptOut = zodResolver(z.extend(contactFieldsSchema, optOutFields));

export interface ContactChecks {
  /** Call it after every change of a field. */
  onChange(event: { target: unknown; type: string }): void;
  /** Calls `send` if all fields are valid. Else the first invalid one gets the focus. Rejects if `send` does. */
  submit(send: (fields: ContactFields) => Promise<void>): Promise<void>;
  detach(): void;
}

export function attachChecks(
  form: HTMLFormElement,
  onErrors: (errors: ContactFieldErrors) => void,
  /** Given what to show after the last field. */
  onSuggestion: (suggestion: ReactElement | null) => void,
): ContactChecks {
  // No default values: react-hook-form reads the current text of the fields.
  const control = createFormControl<ContactFormInput, unknown, ContactFields>({
    // The source changes when the visitor follows a link on the same page.
    resolver: (...input) =>
      (fieldOf(form, 'source')?.value === OPT_OUT_SOURCE ? checkOptOut : checkFields)(...input),
  });
  const fields = new Map(
    [...CONTACT_FIELD_NAMES, 'consent' as const].map((name) => [name as string, control.register(name)]),
  );
  for (const [name, field] of fields) field.ref(fieldOf(form, name));
  const unsubscribe = control.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) =>
      onErrors(
        Object.fromEntries(
          CONTACT_FIELD_NAMES.flatMap((name) => {
            const message = errors[name]?.message;
            return message === undefined ? [] : [[name, message]];
          }),
        ),
      ),
  });
  const email = fieldOf(form, 'email');
  /** @param isComplete as in `suggestedAddress` */
  function suggest(isComplete: boolean): void {
    const address = suggestedAddress(email?.value ?? '', isComplete);
    onSuggestion(address === null ? null : <AddressSuggestion address={address} onTake={take} />);
  }
  function take(address: string): void {
    if (email === null || email.readOnly) return;
    // As if typed: React would miss what its own setter of the value wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(email, address);
    email.dispatchEvent(new Event('input', { bubbles: true }));
    // The pressed button disappears.
    email.focus();
  }
  // Nothing may move while the pointer approaches a button, or the press would miss it.
  const left = new AbortController();
  form.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => target === email && suggest(isField(relatedTarget)),
    left,
  );
  suggest(isField(document.activeElement) && document.activeElement !== email);
  return {
    onChange(event) {
      const name = event.target instanceof Element ? event.target.getAttribute('name') : null;
      if (name !== null) void fields.get(name)?.onChange(event);
      if (event.target === email) suggest(document.activeElement !== email);
    },
    submit: (send) => control.handleSubmit(send)(),
    detach() {
      unsubscribe();
      left.abort();
    },
  };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
