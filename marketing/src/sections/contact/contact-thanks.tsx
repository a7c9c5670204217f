import type { ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { Alert } from '@corvane/shared/ui/alert';
import { type RefObject, useEffect, useRef } from 'react';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { useHost } from '../../host-context.tsx';

/** Once a request has arrived, focuses the text that replaces the form, and counts the success once. */
export function useArrival<Element extends HTMLElement>(): RefObject<Element | null> {
  const { track } = useHost();
  const message = useRef<Element>(null);
  const trackOnce = useRef(track);

  useEffect(() => {
    message.current?.focus();
    trackOnce.current({ action: 'form_submission_success', category: 'engagement', label: 'contact_form' });
  }, []);
  return message;
}

/** When the answer comes, and to which address. */
export function AnswerNote({ email }: { email: string }) {
  return (
    <>
      {CONTACT_FORM.answer} <bdi className="wrap-anywhere text-ink">{email}</bdi>.
    </>
  );
}

/** What the request is called in the mails about it. */
export function Reference({ response }: { response: ContactResponse }) {
  return (
    <span className="font-semibold text-ink tabular">{requestReference(response.contactRequestId)}</span>
  );
}

/** Says that the request is saved but the team was not mailed yet. Otherwise it renders nothing. */
export function DelayedNotice({ response }: { response: ContactResponse }) {
  if (response.notified) return null;
  return (
    <div className="mt-4">
      <Alert tone="info" title={CONTACT_FORM.delayed.title}>
        {CONTACT_FORM.delayed.description}
      </Alert>
    </div>
  );
}
