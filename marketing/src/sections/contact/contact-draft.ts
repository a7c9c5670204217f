import type { ContactFormInput } from '@corvane/shared/contracts/backend/contact/contact';
import { CONTACT_FIELD_NAMES } from './contact-form-fields.ts';

const STORAGE_KEY = 'marketing:contact-draft';

/** The text of a form that was not sent yet. It lives as long as the tab. */
interface ContactDraft {
  /**
   * Stays the same until the request has arrived, so sending it again, even after a reload, creates no second
   * row.
   */
  id: string;
  fields: Partial<ContactFormInput>;
  /** What was sent with the id, and may have arrived. null: nothing. The server keeps what it gets first with an id. */
  sentAs: string | null;
}

/** The draft of this tab. null if there is none or it is invalid. */
export function readDraft(storage: Pick<Storage, 'getItem'>): ContactDraft | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { id, fields, sentAs } = stored as { id?: unknown; fields?: unknown; sentAs?: unknown };
    if (typeof id !== 'string' || typeof fields !== 'object' || fields === null) return null;
    return {
      id,
      fields: knownFields(fields as Record<string, unknown>),
      sentAs: typeof sentAs === 'string' ? sentAs : null,
    };
  } catch {
    return null;
  }
}

/** Stores a draft. Full or disabled storage is not an error for the visitor. */
export function writeDraft(storage: Pick<Storage, 'setItem'>, draft: ContactDraft): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // The form itself still has the typed text.
  }
}

export function clearDraft(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

function knownFields(stored: Record<string, unknown>): Partial<ContactFormInput> {
  const fields: Partial<ContactFormInput> = {};
  for (const name of CONTACT_FIELD_NAMES) {
    const value = stored[name];
    if (typeof value === 'string' && value !== '') fields[name] = value;
  }
  if (stored.consent === true) fields.consent = true;
  return fields;
}
