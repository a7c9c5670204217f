import { FORM_AGE_MAX_MS } from '@corvane/shared/contracts/backend/browser-limits';
import type { ContactFields } from '@corvane/shared/contracts/backend/contact/contact';
import { CONSENT, CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { storageOf } from '@corvane/shared/lib/storage-of';
import {
  type FormEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { accessRequestOf, CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { count, useHost } from '../../host-context.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import type { ContactChecks } from './contact-checks.tsx';
import { clearDraft, readDraft, type SentRequest, writeDraft } from './contact-draft.ts';
import type { ContactQuery } from './contact-query.ts';
import {
  type ConfirmedRequest,
  type ContactFailure,
  type ContactFieldErrors,
  describeContactFailure,
  fieldOf,
  fillEmptyFields,
  readFields,
  readFirstVisit,
  sendContactRequest,
} from './contact-request.ts';

/** Longest wait for the checks after the button is pressed. The server makes the same checks. */
const PATIENCE_MS = 8_000;

/** After this time without an answer, the browser has given up, or its user has stopped it. */
const GIVEN_UP_MS = 35_000;

export interface ContactFormOptions extends ContactQuery {
  projectType: 'demo' | 'contact';
  /** Where the form is: the dialog and the page use different words. */
  place: 'page' | 'dialog';
  /** Whose text it holds, as in `FormOwner`. */
  owner: string | undefined;
  onSent(request: ConfirmedRequest): void;
}

interface ContactFormControl {
  form: RefObject<HTMLFormElement | null>;
  errors: ContactFieldErrors;
  failure: ContactFailure | null;
  /** A likely spelling of a mistyped address. */
  suggestion: ReactElement | null;
  isSending: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onChange(event: FormEvent<HTMLFormElement>): void;
  /** Call it when a visitor begins to use the form. */
  prepare(): void;
}

/**
 * Everything that the form does, except its appearance. The form element keeps the typed text. The checks arrive
 * later and attach to it. If they never arrive, only the server checks, by the same rules.
 */
export function useContactForm(options: ContactFormOptions): ContactFormControl {
  const { source, tier, billing = '', projectType, place, owner, onSent } = options;
  const { api, session, toast, track } = useHost();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactFieldErrors>({});
  const [failure, setFailure] = useState<ContactFailure | null>(null);
  const [suggestion, setSuggestion] = useState<ReactElement | null>(null);
  const [isSending, setIsSending] = useState(false);
  const checks = useContactChecks(form, setErrors, setSuggestion);
  /** The checks may have arrived before the text. */
  const fillIn = useRef((element: HTMLFormElement, fields: Partial<ContactFields>) => {
    for (const target of fillEmptyFields(element, fields)) checks.now()?.onChange({ target, type: 'change' });
  });
  /** Prefills what is known of a customer, or a former one who asks for access. Once: they may empty a field. */
  const isFilledIn = useRef(false);
  const isBusy = useRef(false);
  /** What was sent last. null: nothing. */
  const sent = useRef<SentRequest | null>(null);
  const formAge = useFormAge();
  /** Begun before a reload, so the elapsed time is unknown. */
  const isResumed = useRef<boolean | null>(null);
  const words = CONTACT_FORM.toasts[place];

  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    if (place === 'page' && isThanks(window)) {
      clearDraft(storageOf('session'));
      count(track, 'form-sent');
    }
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && forgetSending(element);
    addEventListener('pageshow', onShown);
    return () => removeEventListener('pageshow', onShown);
  }, [place, track]);

  // Before a password manager sees the empty fields.
  useLayoutEffect(() => {
    const element = form.current;
    const typedIn = takeHtmlForm(window);
    if (!typedIn || element === null) return;
    fillIn.current(element, readFields(typedIn));
    // The focus went with the form that was drawn over.
    if (typedIn !== element && document.activeElement === document.body)
      fieldOf(element, typedIn.lastField?.name ?? '')?.focus();
  }, []);

  useEffect(() => {
    const element = form.current;
    if (element === null || owner === undefined) return;
    const storage = storageOf('session');
    const draft = readDraft(storage, owner);
    isResumed.current ??= draft !== null;
    sent.current ??= draft?.sent ?? null;
    fillIn.current(element, draft?.fields ?? {});
    // One of another person ends here.
    clearDraft(storage);
    // Text typed before this script ran, or before the session was restored, is in no draft.
    const fields = readFields(element);
    if (Object.values(fields).some(Boolean)) writeDraft(storage, { owner, fields, sent: sent.current });
  }, [owner]);

  useEffect(() => count(track, 'form-opened'), [track]);

  const endedAccess = session.status === 'anonymous' ? session.endedAccess : undefined;
  const repName = endedAccess?.repName;
  const accessRequest = accessRequestOf(source);
  const known =
    session.status === 'customer'
      ? session.customer
      : accessRequest === undefined
        ? undefined
        : endedAccess?.customer;
  /** A form that we filled in needs one press, however soon. */
  const isTimed = session.status === 'anonymous' && accessRequest === undefined;
  // After the draft, because the person typed its text.
  useEffect(() => {
    const element = form.current;
    if (element === null || isFilledIn.current || known === undefined) return;
    isFilledIn.current = true;
    const { name, email, company } = known;
    fillIn.current(element, { name, email, company });
  }, [known]);

  useEffect(() => {
    if (form.current === null || accessRequest === undefined || owner === undefined) return;
    const from = repName && ` ${CONTACT_FORM.accessRequests.from.replace('{rep}', () => repName)}`;
    fillIn.current(form.current, { message: accessRequest + (from ?? '') });
  }, [accessRequest, owner, repName]);

  /** Until it is clear who is here, the stored draft may be theirs. */
  function save(fields: Partial<ContactFields>): void {
    if (owner !== undefined) writeDraft(storageOf('session'), { owner, fields, sent: sent.current });
  }

  async function send(element: HTMLFormElement, fields: ContactFields): Promise<void> {
    const content = JSON.stringify([readFields(element), source, tier, billing, projectType]);
    // An unchanged request keeps its id. A changed one gets a new id, or the server would ignore the change.
    const request = sent.current?.content === content ? sent.current : { id: freshId(), content };
    sent.current = request;
    save(fields);
    try {
      const response = await sendContactRequest(api, {
        ...fields,
        ...readFirstVisit(storageOf('session')),
        id: request.id,
        projectType,
        source,
        tier,
        billing,
        consentVersion: fields.consent ? CONSENT.version : '',
        website: fieldOf(element, CONTACT_FORM_POST.trap)?.value ?? '',
        ...(isTimed && !isResumed.current ? { formOpenedMs: formAge() } : {}),
      });
      clearDraft(storageOf('session'));
      const done = projectType === 'demo' ? CONTACT_FORM.demoSent : words.sent;
      toast(response.notified ? { tone: 'success', ...done } : { tone: 'info', ...CONTACT_FORM.untold });
      count(track, 'form-sent');
      if (projectType === 'demo') count(track, 'demo-booked');
      onSent({ ...response, email: fields.email });
    } catch (error) {
      report(element, error);
    }
  }

  function report(element: HTMLFormElement, error: unknown): void {
    const problem = describeContactFailure(error, words);
    setErrors(problem.fields);
    const [firstWrong] = Object.keys(problem.fields);
    if (firstWrong !== undefined) fieldOf(element, firstWrong)?.focus();
    setFailure(problem);
    toast(problem.toast);
  }

  async function checkAndSend(element: HTMLFormElement): Promise<void> {
    const arrived = await checks.arrive();
    if (arrived !== null) return arrived.submit((fields) => send(element, fields));
    setErrors({});
    return send(element, readFields(element));
  }

  return {
    form,
    errors,
    failure,
    suggestion,
    isSending,
    onSubmit: (event) => {
      event.preventDefault();
      if (isBusy.current || isSentByBrowser(event.currentTarget)) return;
      isBusy.current = true;
      setIsSending(true);
      setFailure(null);
      const element = event.currentTarget;
      checkAndSend(element)
        .catch((error: unknown) => report(element, error))
        .finally(() => {
          isBusy.current = false;
          setIsSending(false);
        });
    },
    onChange: (event) => {
      count(track, 'form-begun');
      checks.now()?.onChange(event);
      save(readFields(event.currentTarget));
    },
    prepare: () => void checks.arrive(),
  };
}

/** The checks, fetched on first use. */
function useContactChecks(
  form: RefObject<HTMLFormElement | null>,
  onErrors: (errors: ContactFieldErrors) => void,
  onSuggestion: (suggestion: ReactElement | null) => void,
) {
  const checks = useRef<ContactChecks | null>(null);
  const arriving = useRef<Promise<ContactChecks | null> | null>(null);

  useEffect(
    () => () => {
      checks.current?.detach();
      checks.current = null;
      arriving.current = null;
    },
    [],
  );

  async function attach(): Promise<ContactChecks | null> {
    try {
      const { attachChecks } = await import('./contact-checks.tsx');
      if (form.current !== null) checks.current ??= attachChecks(form.current, onErrors, onSuggestion);
      return checks.current;
    } catch {
      return null;
    }
  }

  return {
    /** null until they are loaded. */
    now: () => checks.current,
    /** Fetches them once. null when they cannot be loaded in time. */
    arrive: (): Promise<ContactChecks | null> => {
      arriving.current ??= attach();
      const patience = new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), PATIENCE_MS);
      });
      return Promise.race([arriving.current, patience]);
    },
  };
}

/**
 * How long the form has been on screen, in whole milliseconds. Visitors can fill in a prerendered form before this
 * script runs, so its age is the age of the page.
 */
function useFormAge(): () => number {
  const isPrerendered = !useHydrated();
  const appearedAt = useRef(0);
  useEffect(() => {
    if (!isPrerendered) appearedAt.current = performance.now();
  }, []);
  return () => Math.min(FORM_AGE_MAX_MS, Math.round(performance.now() - appearedAt.current));
}

/** What shared/src/first-paint/start-after-paint.js notes on a form. */
type HtmlForm = HTMLFormElement & {
  /** When the browser itself began to send it, in ms since the page began. */
  sentAt?: number;
  /** The field that had the focus last. */
  lastField?: HTMLInputElement | HTMLTextAreaElement;
};

declare global {
  interface Window {
    /** The forms of the page's HTML, until the contact form has read its own. */
    'host:html-forms'?: HtmlForm[];
  }
}

/**
 * The contact form of the page's HTML, once. React draws another form if an extension or a translation has changed the
 * HTML. This one then still has what was typed.
 */
function takeHtmlForm(window: Window): HtmlForm | undefined {
  const forms = window['host:html-forms'];
  delete window['host:html-forms'];
  return forms?.find((form) => form.getAttribute('action') === CONTACT_FORM_POST.action);
}

/** Whether the browser itself is sending a form, because nothing had hydrated it when its button was pressed. */
function isSentByBrowser({ sentAt }: HtmlForm): boolean {
  return sentAt !== undefined && performance.now() - sentAt < GIVEN_UP_MS;
}

/** For a page that the browser shows again as it was: nothing is under way. */
function forgetSending(form: HtmlForm): void {
  delete form.sentAt;
}

/** Whether this page is the answer to a form that the browser itself has sent. Not after a reload of that page. */
function isThanks(window: Pick<Window, 'location' | 'performance'>): boolean {
  const [load] = window.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return window.location.hash === `#${CONTACT_FORM_POST.sentId}` && load?.type === 'navigate';
}
