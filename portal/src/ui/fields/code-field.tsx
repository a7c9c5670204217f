import { Button } from '@corvane/shared/ui/button';
import { Field } from '@corvane/shared/ui/field';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type SentCode, useResendWait } from '../../lib/mailed-code.ts';

interface CodeFieldProps {
  /** Identifies the sent code. A new code moves the focus here for typing. */
  codeId: string;
  /** A change of this value also moves the focus here. */
  request?: unknown;
  hint: string;
  error: string | null;
  readOnly: boolean;
  /** Digits entered so far. */
  code: string;
  onEnter(text: string): void;
}

/** Six digits in one real field, so pasting and one-time-code autofill work. */
export function CodeField({ codeId, request, hint, error, readOnly, code, onEnter }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // Before the field is visible, so that the first digit goes into it.
  useLayoutEffect(() => input.current?.focus(), [codeId, request]);
  useEffect(() => {
    if (error !== null) input.current?.select();
  }, [error]);

  return (
    <Field label="6-digit code" hint={hint} error={error ?? undefined}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="text"
          name="verification-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          readOnly={readOnly}
          className="tabular block h-14 w-52 rounded-control border border-control bg-surface px-4 text-2xl font-medium tracking-[0.25em] text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
          value={code}
          onChange={(event) => onEnter(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ResendButtonProps {
  sent: SentCode;
  busy: boolean;
  disabled: boolean;
  onResend(): void;
}

/** The server requires a pause between two codes. During the pause, the button shows the seconds left. */
export function ResendButton({ sent, busy, disabled, onResend }: ResendButtonProps) {
  const waitSeconds = useResendWait(sent);
  return (
    <Button className="tabular text-sm" busy={busy} disabled={disabled || waitSeconds > 0} onClick={onResend}>
      {waitSeconds > 0 ? `Resend code in ${waitSeconds} s` : 'Resend code'}
    </Button>
  );
}
