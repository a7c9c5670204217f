import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hideToast, toast } from '../toasts/toast.ts';

interface CredentialDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description: string;
  label: string;
  /** Filled in and masked: one press of the button is enough, and a stray key deletes nothing. */
  initialValue?: string;
  submitLabel: string;
  /** Label of the button while the server decides. */
  busyLabel: string;
  emptyMessage: string;
  refusedMessage: string;
  /** @throws ApiError when the server refuses or does not answer. */
  signIn(credential: string): Promise<void>;
  onSignedIn(): void;
  /** What a person can do after a refused credential. */
  afterRefusal?: ReactNode;
  onRefused?(): void;
}

/**
 * The next attempt removes the message of a failure. Each message has its own id, because a new message with the id
 * of a closing one would disappear with it.
 */
const toastId = (attempt: number) => `sign-in-${attempt}`;

/** Asks for one credential and sends it to the server, which alone decides. After a refusal it stays open. */
export function CredentialDialog(props: CredentialDialogProps) {
  const form = useForm({ defaultValues: { credential: props.initialValue ?? '' } });
  const { isSubmitting, errors } = form.formState;
  const [isRefused, setIsRefused] = useState(false);
  const isFilledIn = Boolean(props.initialValue);
  const [isMasked, setIsMasked] = useState(isFilledIn);
  const attempt = useRef(0);
  const submitButton = useRef<HTMLButtonElement>(null);

  const fail = (title: string, description: string) => {
    toast({ tone: 'error', title, description, id: toastId(attempt.current) });
    form.setError('credential', { message: description }, { shouldFocus: true });
  };

  const submit = form.handleSubmit(async ({ credential }) => {
    setIsRefused(false);
    hideToast(toastId(attempt.current));
    attempt.current += 1;
    if (credential.trim() === '') return fail('Error', props.emptyMessage);
    try {
      await props.signIn(credential.trim());
      form.reset({ credential: '' });
      props.onOpenChange(false);
      props.onSignedIn();
    } catch (error) {
      const isNotGood = isApiError(error) && error.code === 'unauthenticated';
      setIsRefused(isNotGood);
      if (isNotGood) props.onRefused?.();
      const { title, description } = describeFailure(error, props.refusedMessage);
      fail(title, description);
    }
  });

  return (
    <OwnerRoot owner="host">
      <Dialog
        open={props.open}
        onOpenChange={props.onOpenChange}
        title={props.title}
        description={props.description}
        {...(isFilledIn ? { startsAt: submitButton } : {})}
      >
        <form onSubmit={submit} noValidate className="grid gap-6">
          <Field label={props.label} error={errors.credential?.message}>
            {(control) => (
              <span className="flex gap-2">
                <input
                  {...control}
                  {...form.register('credential')}
                  // Not a password field: browsers would offer to save a token that works once.
                  className={`${CONTROL_CLASS} ${isMasked ? '[-webkit-text-security:disc]' : ''}`}
                  type="text"
                  maxLength={128}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
                {isFilledIn ? (
                  <Button variant="quiet" onClick={() => setIsMasked(!isMasked)}>
                    {isMasked ? 'Show' : 'Hide'} <span className="sr-only">{props.label}</span>
                  </Button>
                ) : null}
              </span>
            )}
          </Field>
          {isRefused ? props.afterRefusal : null}
          <Button ref={submitButton} type="submit" variant="signal" busy={isSubmitting}>
            {isSubmitting ? props.busyLabel : props.submitLabel}
          </Button>
        </form>
      </Dialog>
    </OwnerRoot>
  );
}

/** The specification's words for each kind of failure. */
function describeFailure(error: unknown, refusedMessage: string): { title: string; description: string } {
  if (isApiError(error) && (error.code === 'unauthenticated' || error.code === 'invalid_request')) {
    return { title: 'Authentication Failed', description: refusedMessage };
  }
  if (isApiError(error) && error.code === 'rate_limited') {
    const seconds = error.retryAfterSeconds ?? 60;
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return { title: 'Too many attempts', description: `Please wait ${wait}, then try again.` };
  }
  return { title: 'Error', description: 'An unexpected error occurred. Please try again.' };
}
