import type { Api } from '@corvane/shared/contracts/backend/ask';
import type {
  ContactFields,
  ContactRequest,
  ContactResponse,
} from '@corvane/shared/contracts/backend/contact/contact';
import {
  byName,
  CONTACT_FIELD_NAMES,
  type ContactFieldName,
} from '@corvane/shared/contracts/backend/contact/contact-form';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { ContactToasts } from '../../content/contact/contact-schemas.ts';
import { FIRST_VISIT_KEY, type FirstVisit } from '../../first-visit.ts';

/** The error of each field, by name. */
export type ContactFieldErrors = Partial<Record<ContactFieldName, string>>;

/** A field of the form element. The element keeps the typed text with or without scripts. */
export function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/** The current content of the form. A field that it does not show is empty. */
export function readFields(form: HTMLFormElement): ContactFields {
  const data = new FormData(form);
  const text = (name: ContactFieldName) => String(data.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    company: text('company'),
    ...byName(({ name }) => text(name)),
    message: text('message'),
    consent: data.has('consent'),
  };
}

/** Fills only empty fields, because text in a field is newer. @returns the fields that were filled */
export function fillEmptyFields(form: HTMLFormElement, fields: Partial<ContactFields>): Element[] {
  const filled: Element[] = [];
  for (const name of CONTACT_FIELD_NAMES) {
    const field = fieldOf(form, name);
    const value = fields[name];
    if (field === null || field.value !== '' || value === undefined) continue;
    field.value = value;
    filled.push(field);
  }
  const consent = fieldOf(form, 'consent');
  if (consent instanceof HTMLInputElement && fields.consent === true) {
    consent.checked = true;
    filled.push(consent);
  }
  return filled;
}

const UNKNOWN_VISIT: FirstVisit = { utm: {}, referrer: '' };

/** The recorded visit, which goes with the request. Unknown if there is none or it is invalid. */
export function readFirstVisit(storage: Pick<Storage, 'getItem'>): FirstVisit {
  try {
    const stored: unknown = JSON.parse(storage.getItem(FIRST_VISIT_KEY) ?? 'null');
    return isFirstVisit(stored) ? stored : UNKNOWN_VISIT;
  } catch {
    return UNKNOWN_VISIT;
  }
}

function isFirstVisit(value: unknown): value is FirstVisit {
  if (typeof value !== 'object' || value === null) return false;
  const { utm, referrer } = value as Partial<FirstVisit>;
  return (
    typeof referrer === 'string' &&
    typeof utm === 'object' &&
    utm !== null &&
    Object.values(utm).every((part) => typeof part === 'string')
  );
}

/** Sends a request. Sending the same id again is safe: the server returns the first row. @throws ApiError */
export async function sendContactRequest(api: Api, request: ContactRequest): Promise<ContactResponse> {
  const answer = await api.invoke('submit-contact', request, { outlivesSession: true });
  try {
    return responseOf(answer);
  } catch (error) {
    // The host logs failed calls. This call succeeded with an invalid answer.
    console.warn('The answer for submit-contact is invalid');
    throw error;
  }
}

/** A request that has arrived. */
export interface ConfirmedRequest extends ContactResponse {
  /** Where the answer goes. */
  email: string;
}

/** Checked by hand, without the schema: reading the confirmation must not depend on loading the validator. */
export function responseOf(answer: unknown): ContactResponse {
  const { contactRequestId, notified } = (answer ?? {}) as Partial<ContactResponse>;
  if (typeof contactRequestId !== 'string' || typeof notified !== 'boolean') {
    throw new TypeError('The server sent an invalid answer');
  }
  return { contactRequestId, notified };
}

/** A failed contact request, in words for the visitor. */
export interface ContactFailure {
  /** Stays on the page, in the Debug Information alert. */
  text: string;
  /** Id of the server's log line. null when no server answered. */
  correlationId: string | null;
  toast: ToastMessage;
  /** The error of each field, by name. */
  fields: Readonly<Record<string, string>>;
}

export function describeContactFailure(error: unknown, words: ContactToasts): ContactFailure {
  if (!isApiError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      text: `Unexpected error: ${message}`,
      correlationId: null,
      toast: { tone: 'error', ...words.unexpected },
      fields: {},
    };
  }
  const ownWords = words.showsServerError ? error.message : '';
  return {
    text: `Error saving submission: ${error.message} (${error.code})`,
    correlationId: error.correlationId,
    toast: {
      tone: 'error',
      title: words.refused.title,
      description: ownWords || words.refused.description,
    },
    fields: error.fields,
  };
}
