import { CREDENTIAL_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { ApiError, isApiError } from '@corvane/shared/contracts/remote/api-error';
import { counted } from '@corvane/shared/lib/counted';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hideToast, toast } from '../toasts/toast.tsx';

interface CredentialDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description: string;
  /** Replaces `description` after a refused credential. */
  descriptionAfterRefusal?: string;
  label: string;
  hint?: string | undefined;
  /** Filled in and masked: one press of the button is enough, and a stray key deletes nothing. */
  initialValue?: string;
  submitLabel: string;
  /** Label of the button while the server decides. */
  busyLabel: string;
  emptyMessage: string;
  refusedMessage: string;
  /** Finds the credential in the typed or pasted text. By default it is the whole text. */
  credentialIn?(text: string): string;
  /** What is wrong with a found credential that the server need not see. It costs no attempt. */
  faultOf?(credential: string): string | undefined;
  /** @throws ApiError when the server refuses or does not answer. */
  signIn(credential: string): Promise<void>;
  /** @param isShown whether the dialog was still open. Otherwise the person is doing something else by now */
  onSignedIn(isShown: boolean): void;
  /** What a person can do after a refused credential. */
  afterRefusal?: ReactElement;
  /** @param isShown whether the dialog was still open, and says it */
  onRefused?(isShown: boolean): void;
}

interface Failure {
  title: string;
  description: string;
  /** The server does not accept the credential. */
  isRefusal: boolean;
}

/**
 * The next attempt removes the message about an empty field. Each message has its own id. A new message with the id
 * of a closing one would disappear with it.
 */
const toastId = (attempt: number) => `sign-in-${attempt}`;

/**
 * Asks for one credential and sends it to the server, which alone decides. After a failure it stays open and says once
 * what happened. If it was closed meanwhile, a message on the page says it.
 */
export function CredentialDialog(props: CredentialDialogProps) {
  const form = useForm({ defaultValues: { credential: props.initialValue ?? '' } });
  const { isSubmitting, errors } = form.formState;
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRefused = failure?.isRefusal === true;
  const isFilledIn = Boolean(props.initialValue);
  const [isMasked, setIsMasked] = useState(isFilledIn);
  const attempt = useRef(0);
  const submitButton = useRef<HTMLButtonElement>(null);
  /** Now, and not when the credential was sent. */
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = props.open;
    return () => {
      isShown.current = false;
    };
  }, [props.open]);

  const submit = form.handleSubmit(async ({ credential }) => {
    setFailure(null);
    hideToast(toastId(attempt.current));
    attempt.current += 1;
    const found = props.credentialIn?.(credential) ?? credential.trim();
    const isEmpty = credential.trim() === '';
    const description = isEmpty ? props.emptyMessage : props.faultOf?.(found);
    if (description !== undefined) {
      // A longer text would cover the dialog on a phone, and the field says it.
      if (isEmpty) toast({ tone: 'error', title: 'Error', description, id: toastId(attempt.current) });
      form.setError('credential', { message: description }, { shouldFocus: true });
      return;
    }
    try {
      // The server would refuse it too, as invalid or as too large.
      if (found.length > CREDENTIAL_MAX) throw new ApiError('invalid_request', 'The credential is too long');
      await props.signIn(found);
      form.reset({ credential: '' });
      const wasShown = isShown.current;
      // Closed meanwhile, it would close another dialog.
      if (wasShown) props.onOpenChange(false);
      props.onSignedIn(wasShown);
    } catch (error) {
      const happened = describeFailure(error, props.refusedMessage);
      if (happened.isRefusal) props.onRefused?.(isShown.current);
      if (!isShown.current) {
        const { title, description } = happened;
        toast({ tone: 'error', title, description, id: toastId(attempt.current) });
        return;
      }
      setFailure(happened);
      form.setFocus('credential');
    }
  });

  // Opened again, the dialog starts afresh.
  useEffect(() => {
    setFailure(null);
    form.clearErrors();
  }, [props.open, form]);

  return (
    <OwnerRoot owner="host">
      <Dialog
        open={props.open}
        onOpenChange={props.onOpenChange}
        title={props.title}
        description={(isRefused ? props.descriptionAfterRefusal : undefined) ?? props.description}
        {...(isFilledIn ? { startsAt: submitButton } : {})}
      >
        <form onSubmit={submit} noValidate className="grid gap-6">
          <Field label={props.label} hint={props.hint} error={errors.credential?.message}>
            {(control) => (
              <span className="flex gap-2">
                <input
                  {...control}
                  aria-invalid={isRefused || control['aria-invalid']}
                  {...form.register('credential')}
                  // No longest length: the browser would cut a pasted link without a word, and the token is at its end.
                  // Not a password field: browsers would offer to save a token that works once.
                  className={`${CONTROL_CLASS} ${isMasked ? '[-webkit-text-security:disc]' : ''}`}
                  type="text"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
                {isFilledIn ? (
                  <Button variant="quiet" onClick={() => setIsMasked(!isMasked)}>
                    <span>{isMasked ? 'Show' : 'Hide'}</span> <span className="sr-only">{props.label}</span>
                  </Button>
                ) : null}
              </span>
            )}
          </Field>
          {failure === null ? null : (
            <Alert tone="error" title={failure.title}>
              {failure.description}
            </Alert>
          )}
          {isRefused ? props.afterRefusal : null}
          <Button
            ref={submitButton}
            type="submit"
            // After a refusal, the first button is the one that leads on.
            variant={isRefused && props.afterRefusal ? 'outline' : 'signal'}
            busy={isSubmitting}
          >
            {isSubmitting ? props.busyLabel : props.submitLabel}
          </Button>
        </form>
      </Dialog>
    </OwnerRoot>
  );
}

/** The specification's words for each kind of failure. */
function describeFailure(error: unknown, refusedMessage: string): Failure {
  const code = isApiError(error) ? error.code : undefined;
  if (code === 'unauthenticated' || code === 'invalid_request') {
    const endedAt = isApiError(error) ? error.fields.endedAt : undefined;
    const ended = endedAt === undefined ? '' : ` This link ended on ${formatExactInstant(endedAt)}.`;
    return { title: 'Authentication Failed', description: `${refusedMessage}${ended}`, isRefusal: true };
  }
  if (isApiError(error) && code === 'rate_limited') {
    const seconds = error.retryAfterSeconds ?? 60;
    const wait = seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
    return {
      title: 'Too many attempts',
      description: `Please wait ${wait}, then try again.`,
      isRefusal: false,
    };
  }
  return {
    title: 'Error',
    description: 'An unexpected error occurred. Please try again.',
    isRefusal: false,
  };
}
