import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { AddressSuggestion, suggestedAddress } from '@corvane/shared/ui/address-suggestion';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DetailErrors } from '../flow/qualification-flow.ts';

interface DetailsFormProps {
  details: CustomerDetails;
  errors: DetailErrors;
  /** True once the code was sent: these details must not change then. */
  locked: boolean;
  busy: boolean;
  /** The rep returned to this step, so the form takes the focus. */
  takesFocus: boolean;
  /** Details requested by another part of the portal. Each new request moves the focus here. */
  request: CustomerDetails | null;
  onEnter(field: keyof CustomerDetails, value: string): void;
  onSubmit(): void;
}

export function DetailsForm(props: DetailsFormProps) {
  const { details, errors, locked, busy, takesFocus, request, onEnter, onSubmit } = props;
  const form = useRef<HTMLFormElement>(null);
  const [hasLeftAddress, setHasLeftAddress] = useState(false);
  const suggestion = suggestedAddress(details.email, hasLeftAddress || locked);

  function leaveAddress({ relatedTarget }: FocusEvent): void {
    // Nothing may move while the pointer approaches a button, or the press would miss it.
    setHasLeftAddress(relatedTarget instanceof HTMLInputElement);
  }

  function takeSuggestion(address: string): void {
    onEnter('email', address);
    // The pressed button disappears, so the focus moves to the address.
    form.current?.querySelector('input')?.focus();
  }

  useLayoutEffect(() => {
    if (takesFocus && !locked) form.current?.querySelector('input')?.focus();
  }, [takesFocus, locked, request]);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [errors]);

  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset disabled={locked} className="grid gap-4 md:grid-cols-2">
        <legend className="sr-only">Customer details</legend>
        <Field label="Customer email*" error={errors.email} className="md:col-span-2">
          {(control) => (
            <input
              {...control}
              type="email"
              name="customer-email"
              required
              inputMode="email"
              autoCapitalize="off"
              spellCheck={false}
              className={CONTROL_CLASS}
              value={details.email}
              onChange={(event) => onEnter('email', event.target.value)}
              onFocus={() => setHasLeftAddress(false)}
              onBlur={leaveAddress}
            />
          )}
        </Field>
        <Field label="Customer name" error={errors.name}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="customer-name"
              dir="auto"
              className={CONTROL_CLASS}
              value={details.name}
              onChange={(event) => onEnter('name', event.target.value)}
            />
          )}
        </Field>
        <Field label="Company" error={errors.company}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="customer-company"
              dir="auto"
              className={CONTROL_CLASS}
              value={details.company}
              onChange={(event) => onEnter('company', event.target.value)}
            />
          )}
        </Field>
      </fieldset>
      <div role="status" className="text-sm">
        {suggestion === null ? null : (
          <AddressSuggestion address={suggestion} locked={locked} onTake={takeSuggestion} />
        )}
      </div>
      {locked ? null : (
        <Button type="submit" variant="signal" busy={busy} className="mt-4 text-sm max-md:w-full">
          Send Verification Code
        </Button>
      )}
    </form>
  );
}
