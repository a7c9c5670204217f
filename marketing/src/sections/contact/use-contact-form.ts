import type {
  ContactFields,
  ContactFormInput,
  ContactResponse,
} from '@corvane/shared/contracts/backend/contact/contact';
import { CONSENT } from '@corvane/shared/contracts/backend/contact/contact-consent';
import { CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form-post';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { storageOf } from '@corvane/shared/lib/storage-of';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { count } from '../../count.ts';
import { useHost } from '../../host-context.tsx';
import { clearDraft, readDraft, type SentRequest, writeDraft } from './contact-draft.ts';
import { type ContactFailure, describeContactFailure } from './contact-failure.ts';
import { type ContactFieldErrors, fieldOf, fillEmptyFields, readFields } from './contact-form-fields.ts';
import { type ContactQuery, NEW_LINK_SOURCE } from './contact-query.ts';
import { readFirstVisit } from './read-first-visit.ts';
import { sendContactRequest } from './send-contact-request.ts';
import { forgetSending, isSentByBrowser, isThanks } from './sent-by-browser.ts';
import { useContactChecks } from './use-contact-checks.ts';
import { useFormAge } from './use-form-age.ts';

/**
 * The form of the page's HTML, until one is hydrated. React draws another form if an extension or a translation has
 * changed the HTML. This one then still has what was typed.
 */
const html: { form: HTMLFormElement | null } = {
  form: globalThis.document?.querySelector(`form[action="${CONTACT_FORM_POST.action}"]`) ?? null,
};

export interface ContactFormOptions extends ContactQuery {
  projectType: 'demo' | 'contact';
  /** Where the form is: the dialog and the page use different words. */
  place: 'page' | 'dialog';
  /** Whose text it holds, as in `FormOwner`. */
  owner: string | undefined;
  onSent(response: ContactResponse): void;
}

interface ContactFormControl {
  form: RefObject<HTMLFormElement | null>;
  errors: ContactFieldErrors;
  failure: ContactFailure | null;
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
  const { source, tier, projectType, place, owner, onSent } = options;
  const { api, session, toast, track } = useHost();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactFieldErrors>({});
  const [failure, setFailure] = useState<ContactFailure | null>(null);
  const [isSending, setIsSending] = useState(false);
  const checks = useContactChecks(form, setErrors);
  /** The checks may have arrived before the text. */
  const fillIn = useRef((element: HTMLFormElement, fields: Partial<ContactFormInput>) => {
    for (const target of fillEmptyFields(element, fields)) checks.now()?.onChange({ target, type: 'change' });
  });
  /**
   * Prefills the known details of a customer, or of a former one who asks for a new link. Only once, because they may
   * empty a field.
   */
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

  useEffect(() => {
    const typedIn = html.form;
    html.form = null;
    if (typedIn && form.current) fillIn.current(form.current, readFields(typedIn));
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
  const asksForLink = source === NEW_LINK_SOURCE;
  const known =
    session.status === 'customer' ? session.customer : asksForLink ? endedAccess?.customer : undefined;
  /** A form that we filled in needs one press, however soon. */
  const isTimed = session.status === 'anonymous' && !asksForLink;
  // After the draft, because the person typed its text.
  useEffect(() => {
    const element = form.current;
    if (element === null || isFilledIn.current || known === undefined) return;
    isFilledIn.current = true;
    const { name, email, company } = known;
    fillIn.current(element, { name, email, company });
  }, [known]);

  useEffect(() => {
    if (form.current === null || !asksForLink || owner === undefined) return;
    const { text, from } = CONTACT_FORM.newLink;
    fillIn.current(form.current, {
      message: repName === undefined ? text : `${text} ${from.replace('{rep}', repName)}`,
    });
  }, [asksForLink, owner, repName]);

  /** Until it is clear who is here, the stored draft may be theirs. */
  function save(fields: Partial<ContactFormInput>): void {
    if (owner !== undefined) writeDraft(storageOf('session'), { owner, fields, sent: sent.current });
  }

  async function send(element: HTMLFormElement, fields: ContactFields): Promise<void> {
    const content = JSON.stringify([readFields(element), source, tier, projectType]);
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
        consentVersion: fields.consent ? CONSENT.version : '',
        website: fieldOf(element, CONTACT_FORM_POST.trap)?.value ?? '',
        ...(isTimed && !isResumed.current ? { formOpenedMs: formAge() } : {}),
      });
      clearDraft(storageOf('session'));
      toast({ tone: 'success', ...(projectType === 'demo' ? CONTACT_FORM.demoSent : words.sent) });
      count(track, 'form-sent');
      if (projectType === 'demo') count(track, 'demo-booked');
      onSent(response);
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
    const {
      phone = '',
      message = '',
      jobTitle = '',
      jobRole = '',
      consent = false,
      ...rest
    } = readFields(element);
    return send(element, { phone, message, jobTitle, jobRole, consent, ...rest });
  }

  return {
    form,
    errors,
    failure,
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
