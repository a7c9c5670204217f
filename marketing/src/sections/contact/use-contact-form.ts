import type { ContactFields, ContactFormInput, ContactResponse } from '@corvane/shared/contracts/contact';
import { CONSENT } from '@corvane/shared/contracts/contact-consent';
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { readFirstVisit } from '../../first-visit.ts';
import { useHost } from '../../host-context.tsx';
import { clearDraft, readDraft, writeDraft } from './contact-draft.ts';
import type { ContactQuery } from './contact-query.ts';
import { describeSubmissionFailure, type SubmissionFailure } from './submission-failure.ts';
import { newSubmissionId } from './submission-id.ts';

const exchange = () => import('./contact-exchange.ts');

/** Checks in the browser when its code is there; without it the server alone does, with the same rules. */
const resolver: Resolver<ContactFormInput, unknown, ContactFields> = async (values, context, options) => {
  const { contactResolver } = await exchange();
  return contactResolver(values, context, options);
};

interface ContactFormOptions extends ContactQuery {
  projectType: 'demo' | 'contact';
  onSent(response: ContactResponse): void;
}

export interface ContactFormControl {
  form: UseFormReturn<ContactFormInput, unknown, ContactFields>;
  failure: SubmissionFailure | null;
  submit(event: BaseSyntheticEvent): void;
  /** Call after every change. */
  keepDraft(): void;
  /** Call when somebody turns to the form. */
  prepare(): void;
}

/** Everything the form does, apart from how it looks. */
export function useContactForm({
  source,
  tier,
  projectType,
  onSent,
}: ContactFormOptions): ContactFormControl {
  const { api, toast } = useHost();
  const [failure, setFailure] = useState<SubmissionFailure | null>(null);
  // No default values: what somebody typed before the page was taken over stays in the fields.
  const form = useForm<ContactFormInput, unknown, ContactFields>({ resolver });
  const { getValues, setValue, setError } = form;
  /** Of this form, from its first key to its arrival. */
  const id = useRef<string | null>(null);
  const isSending = useRef(false);
  /** An attempt failed, and may have arrived all the same. */
  const mayHaveArrived = useRef(false);

  useEffect(() => {
    const draft = readDraft(sessionStorage);
    id.current = draft?.id ?? newSubmissionId();
    for (const [name, value] of Object.entries(draft?.fields ?? {})) {
      const field = name as keyof ContactFormInput;
      if (!getValues(field)) setValue(field, value);
    }
    // What was typed before this script ran has told nobody yet.
    if (Object.values(getValues()).some(Boolean)) {
      writeDraft(sessionStorage, { id: id.current, fields: getValues() });
    }
  }, [getValues, setValue]);

  async function send(fields: ContactFields, website: string): Promise<void> {
    id.current ??= newSubmissionId();
    writeDraft(sessionStorage, { id: id.current, fields });
    try {
      const { sendContactRequest } = await exchange();
      const response = await sendContactRequest(api, {
        ...fields,
        ...readFirstVisit(sessionStorage),
        id: id.current,
        projectType,
        source,
        tier,
        consentVersion: fields.consent ? CONSENT.version : '',
        website,
      });
      clearDraft(sessionStorage);
      toast({ tone: 'success', ...SUCCESS[projectType] });
      onSent(response);
    } catch (error) {
      mayHaveArrived.current = true;
      report(describeSubmissionFailure(error));
    }
  }

  function report(problem: SubmissionFailure): void {
    for (const [name, message] of Object.entries(problem.fields)) {
      if (name in getValues()) setError(name as keyof ContactFormInput, { message });
    }
    setFailure(problem);
    toast(problem.toast);
  }

  function submit(event: BaseSyntheticEvent): void {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setFailure(null);
    const website = String(new FormData(event.currentTarget).get('website') ?? '');
    form
      .handleSubmit((fields) => send(fields, website))(event)
      .catch((error: unknown) => report(describeSubmissionFailure(error)))
      .finally(() => {
        isSending.current = false;
      });
  }

  return {
    form,
    failure,
    submit,
    keepDraft: () => {
      // Sent again unchanged, a request is the same one; changed, it is another, or the change would be lost.
      if (id.current === null || mayHaveArrived.current) id.current = newSubmissionId();
      mayHaveArrived.current = false;
      writeDraft(sessionStorage, { id: id.current, fields: getValues() });
    },
    prepare: () => void exchange().catch(() => {}),
  };
}

const SUCCESS = {
  demo: {
    title: 'Demo Request Submitted',
    description: 'Our team will review your request and reach out soon.',
  },
  contact: {
    title: 'Form submitted successfully!',
    description: "We'll get back to you as soon as possible.",
  },
} as const;
