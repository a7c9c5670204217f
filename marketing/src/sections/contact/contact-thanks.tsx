import type { ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { Alert } from '@corvane/shared/ui/alert';
import { type RefObject, useEffect, useRef } from 'react';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { useHost } from '../../host-context.tsx';
import type { ConfirmedRequest } from './contact-request.ts';

/** Once a request is saved, focuses the text that replaces the form, and counts the success once. */
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

/** `title` thanks for a request that the team has. One in quarantine is never told as delivered. */
export function thanksTitle({ notified }: ContactResponse, title: string): string {
  return notified ? title : CONTACT_FORM.untold.title;
}

/** When the answer comes, and to which address. Or that the team does not know of the request yet. */
export function AnswerNote({ email, notified }: ConfirmedRequest) {
  if (!notified) {
    return (
      <Alert tone="info" title={CONTACT_FORM.failure.title}>
        {CONTACT_FORM.untold.description}
      </Alert>
    );
  }
  return (
    <p>
      {CONTACT_FORM.answer} <bdi className="wrap-anywhere text-ink">{email}</bdi>.
    </p>
  );
}

/** What the request is called in the mails about it. */
export function Reference({ response }: { response: ContactResponse }) {
  return <span className="font-medium text-ink tabular">{requestReference(response.contactRequestId)}</span>;
}
