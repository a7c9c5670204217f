import type { ContactFormInput } from '@corvane/shared/contracts/backend/contact/contact';

/** The fields that a person fills in, in form order. */
export const CONTACT_FIELD_NAMES = [
  'name',
  'email',
  'company',
  'phone',
  'jobTitle',
  'jobRole',
  'message',
] as const;
export type ContactFieldName = (typeof CONTACT_FIELD_NAMES)[number];

/** The error of each field, by name. */
export type ContactFieldErrors = Partial<Record<ContactFieldName, string>>;

/** A field of the form element. The element keeps the typed text with or without scripts. */
export function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/** The current content of the form. It contains consent only if the visitor gave it. */
export function readFields(form: HTMLFormElement): ContactFormInput {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  const [name, email, company] = [text('name'), text('email'), text('company')];
  const optional = Object.fromEntries(
    CONTACT_FIELD_NAMES.slice(3).map((field) => [field, text(field)] as const),
  );
  return { name, email, company, ...optional, consent: data.has('consent') };
}

/** Fills only empty fields, because text in a field is newer. @returns the fields that were filled */
export function fillEmptyFields(form: HTMLFormElement, fields: Partial<ContactFormInput>): Element[] {
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
