import { type RefObject, useEffect, useRef } from 'react';
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
