import type { ContactResponse } from '@corvane/shared/contracts/contact';
import { CONSENT } from '@corvane/shared/contracts/contact-consent';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useEffect } from 'react';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { useHydrated } from '../../use-hydrated.ts';
import { ContactField } from './contact-field.tsx';
import type { ContactQuery } from './contact-query.ts';
import { useContactForm } from './use-contact-form.ts';

interface ContactFormProps extends ContactQuery {
  /** Id of the heading that names the form; `label` where there is none. */
  labelledBy?: string;
  label?: string;
  projectType: 'demo' | 'contact';
  /** Puts the focus into the first field: for whoever asked for the form again. */
  focusFirst: boolean;
  onSent(response: ContactResponse): void;
}

/** The request. What was typed is kept until the server has said that it has it. */
export function ContactForm({ labelledBy, label, focusFirst, ...options }: ContactFormProps) {
  const isReady = useHydrated();
  const { form, failure, submit, keepDraft, prepare } = useContactForm(options);
  const { register, setFocus, formState } = form;
  const isKnownTier = PLANS_CONTENT.plans.some((plan) => plan.name === options.tier);

  useEffect(() => {
    if (focusFirst) setFocus('name');
  }, [focusFirst, setFocus]);

  return (
    <form
      method="post"
      noValidate
      aria-labelledby={labelledBy}
      aria-label={label}
      onSubmit={submit}
      onChange={keepDraft}
      onFocus={prepare}
      className="grid gap-5"
      data-testid="marketing:contact-form"
    >
      <p className="text-sm text-muted">
        Fields marked with * are required.
        {isKnownTier ? (
          <>
            {' '}
            This message is about <strong className="font-semibold text-ink">{options.tier}</strong>.
          </>
        ) : null}
      </p>
      <noscript>
        <Alert tone="info" title="Sending needs JavaScript">
          You can read everything here without it, but this form is sent by a script. Please turn JavaScript
          on.
        </Alert>
      </noscript>
      <input type="hidden" name="source" value={options.source} readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <ContactField form={form} name="name" label="Full Name*" autoComplete="name" required />
        <ContactField
          form={form}
          name="email"
          label="Email Address*"
          type="email"
          autoComplete="email"
          required
        />
        <ContactField form={form} name="company" label="Company*" autoComplete="organization" required />
        <ContactField form={form} name="phone" label="Phone Number" type="tel" autoComplete="tel" />
        <ContactField form={form} name="jobTitle" label="Job Title" autoComplete="organization-title" />
        <ContactField form={form} name="jobRole" label="Job Role" />
      </div>
      <ContactField form={form} name="message" label="Message (Optional)" rows={5} />
      <div aria-hidden="true" className="sr-only">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
        <input
          type="checkbox"
          {...register('consent')}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-(--teal)"
        />
        <span>
          {CONSENT.text} <span className="text-muted">(Wording {CONSENT.version})</span>
        </span>
      </label>
      {failure === null ? null : (
        <Alert tone="error" title="Debug Information">
          <p>{failure.text}</p>
          {failure.correlationId === null ? null : <p>Correlation ID: {failure.correlationId}</p>}
          <p className="mt-2">
            What you typed is kept in this tab, also over a reload. You can send it again.
          </p>
        </Alert>
      )}
      <Button
        type="submit"
        variant="signal"
        className="min-h-14 text-lg"
        busy={formState.isSubmitting}
        disabled={!isReady}
      >
        {formState.isSubmitting ? 'Submitting...' : 'Send message'}
      </Button>
    </form>
  );
}
