import { CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form-post';

/** After this time without an answer, the browser has given up, or its user has stopped it. */
const GIVEN_UP_MS = 20_000;

/** shared/src/first-paint/start-after-paint.js notes on a form when the browser itself began to send it. */
interface SentForm {
  sentAt?: number;
}

/** Whether the browser itself is sending a form, because nothing had hydrated it when its button was pressed. */
export function isSentByBrowser(form: HTMLFormElement & SentForm): boolean {
  return form.sentAt !== undefined && performance.now() - form.sentAt < GIVEN_UP_MS;
}

/** For a page that the browser shows again as it was: nothing is under way. */
export function forgetSending(form: HTMLFormElement & SentForm): void {
  delete form.sentAt;
}

/** Whether this page is the answer to a form that the browser itself has sent. Not after a reload of that page. */
export function isThanks(window: Pick<Window, 'location' | 'performance'>): boolean {
  const [load] = window.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return window.location.hash === `#${CONTACT_FORM_POST.sentId}` && load?.type === 'navigate';
}
