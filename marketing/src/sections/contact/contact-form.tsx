import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { CONTACT_NAME_MIN, EMAIL_PATTERN } from '@corvane/shared/contracts/backend/browser-limits';
import {
  ADDED_FIELDS,
  CONSENT,
  CONTACT_FORM_POST,
  type ContactFieldName,
  OPT_OUT_SOURCE,
} from '@corvane/shared/contracts/backend/contact/contact-form';
import { billedPlan } from '@corvane/shared/contracts/backend/prices/billed-plan';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { PLAN_NAMES } from '../../content/plan-names.ts';
import { useHost } from '../../host-context.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { fieldOf } from './contact-request.ts';
import { type ContactFormOptions, useContactForm } from './use-contact-form.ts';

interface ContactFormProps extends ContactFormOptions {
  /** Id of the heading that names the form. Without one, use `label`. */
  labelledBy?: string;
  label?: string;
  /** Focuses the first field, for visitors who opened the form again. A dialog does this automatically. */
  focusFirst?: boolean;
}

/** Password managers fill in hidden fields too, except those marked for each of them. */
const KEPT_EMPTY = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
};

/** The request form. After a customer's logout, it begins again for the next person. */
export function ContactForm(props: Omit<ContactFormProps, 'owner'>) {
  const { owner, key } = useFormOwner();
  return <OwnForm key={key} owner={owner} {...props} />;
}

/**
 * The form of one person. It keeps the typed text until the server confirms it. While it is sent, nothing in it can be
 * changed: the change would be in no request. It is not disabled, so the focus stays.
 */
function OwnForm({ labelledBy, label, focusFirst = false, ...options }: ContactFormProps) {
  const isReady = useHydrated();
  const { form, errors, failure, suggestion, isSending, onSubmit, onChange, prepare } =
    useContactForm(options);
  const { required, about, labels, submit } = CONTACT_FORM;
  const isKnownPlan = (PLAN_NAMES as readonly string[]).includes(options.tier);
  // A private person opts out: no company, no job, and no offer of news.
  const isOptOut = options.source === OPT_OUT_SOURCE;
  const field = (name: ContactFieldName) => ({
    name,
    label: labels[name],
    error: errors[name],
    readOnly: isSending,
  });

  useEffect(() => {
    if (focusFirst && form.current !== null) fieldOf(form.current, 'name')?.focus();
  }, [focusFirst, form]);

  return (
    <form
      ref={form}
      // Without scripts, the browser checks and sends the form.
      action={CONTACT_FORM_POST.action}
      method="post"
      noValidate={isReady}
      aria-labelledby={labelledBy}
      aria-label={label}
      onSubmit={onSubmit}
      onChange={onChange}
      onFocus={prepare}
      onPointerEnter={prepare}
      className="grid gap-5"
      data-testid="marketing:contact-form"
    >
      <p className="text-sm text-muted">
        {required}
        {isKnownPlan ? (
          <span>
            {' '}
            {about} <strong className="text-ink">{billedPlan(options.tier, options.billing ?? '')}</strong>.
          </span>
        ) : null}
      </p>
      <input type="hidden" name="source" value={options.source} readOnly />
      <input type="hidden" name="consentVersion" value={CONSENT.version} readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <ContactField {...field('name')} autoComplete="name" required minLength={CONTACT_NAME_MIN} />
        <ContactField
          {...field('email')}
          type="email"
          autoComplete="email"
          required
          pattern={EMAIL_PATTERN}
        />
        <ContactField
          {...field('company')}
          label={isOptOut ? labels.companyOptional : labels.company}
          autoComplete="organization"
          required={!isOptOut}
        />
        {ADDED_FIELDS.map(({ name, isForBusiness, control }) =>
          isForBusiness && isOptOut ? null : <ContactField key={name} {...field(name)} {...control} />,
        )}
      </div>
      <ContactField
        {...field('message')}
        hint={options.source.startsWith('roi-') ? CONTACT_FORM.forecastHint : undefined}
        rows={5}
      />
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input type="text" name={CONTACT_FORM_POST.trap} {...KEPT_EMPTY} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {isOptOut ? null : (
        <label className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
          <input
            type="checkbox"
            name="consent"
            aria-disabled={isSending || undefined}
            // A refused click would leave React and the checks with a value that the box does not have.
            onChange={({ target }) => {
              if (isSending) target.checked = !target.checked;
            }}
            className="mt-0.5 size-5 shrink-0 cursor-pointer accent-(--teal)"
          />
          <span>{CONSENT.text}</span>
        </label>
      )}
      {failure === null ? null : (
        <Alert tone="error" title={CONTACT_FORM.failure.title}>
          <p className="wrap-anywhere">{failure.text}</p>
          {failure.correlationId === null ? null : (
            <p className="wrap-anywhere">{`${CONTACT_FORM.failure.correlation}: ${failure.correlationId}`}</p>
          )}
          <p className="mt-2">{CONTACT_FORM.failure.kept}</p>
        </Alert>
      )}
      {/* Empty, it has no gap around it. */}
      <div role="status" className="text-sm empty:absolute">
        {suggestion}
      </div>
      <Button type="submit" variant="signal" className="min-h-14 text-lg" busy={isSending}>
        {isSending ? submit.busy : (promiseOf(options.source) ?? submit.idle)}
      </Button>
    </form>
  );
}

interface ContactFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'autoComplete' | 'required' | 'minLength' | 'pattern' | 'readOnly'
  > {
  name: ContactFieldName;
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  /** Lines of a text area. Without it the field has one line. */
  rows?: number;
}

/** A text field with its error. The browser holds its value, so visitors can type before scripts run. */
function ContactField({
  label,
  error,
  hint,
  rows,
  type = 'text',
  pattern,
  ...attributes
}: ContactFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => {
        // Names and messages can be in any script.
        const common = { ...control, ...attributes, className: CONTROL_CLASS, dir: 'auto' } as const;
        return rows === undefined ? (
          <input type={type} pattern={pattern} {...common} />
        ) : (
          <textarea rows={rows} {...common} />
        );
      }}
    </Field>
  );
}

interface FormOwner {
  /** The address of the customer whom this browser knows, '' for any other person. Missing until that is clear. */
  owner?: string;
  /** Another one for each customer whom this browser has forgotten. */
  key: number;
}

/**
 * Whose text a form holds: it must not become the text of the next person in the tab. The browser knows a customer who
 * is signed in, or whose access has ended. A logout makes it forget them. A visitor who signs in keeps their text.
 */
function useFormOwner(): FormOwner {
  const { session } = useHost();
  const [last, setLast] = useState<FormOwner>({ key: 0 });
  const known = session.status === 'anonymous' ? session.endedAccess : session;
  const owner = (known && 'customer' in known && known.customer?.email) || '';
  if (session.status !== 'restoring' && owner !== last.owner)
    setLast({ owner, key: last.owner ? last.key + 1 : last.key });
  return last;
}
