import type { ContactFields } from '@corvane/shared/contracts/backend/contact/contact';
import { CONTACT_FIELD_NAMES } from '@corvane/shared/contracts/backend/contact/contact-form';

const STORAGE_KEY = 'marketing:contact-draft';

/** A sent request, which may have arrived. The server keeps the first with an id, so other content gets another. */
export interface SentRequest {
  id: string;
  content: string;
}

/** The text of a form that was not sent yet. It lives as long as the tab. A copy of the tab has it too. */
interface ContactDraft {
  fields: Partial<ContactFields>;
  /** Until it has arrived, sending it again, even after a reload, creates no second row. null: nothing. */
  sent: SentRequest | null;
}

interface OwnedDraft extends ContactDraft {
  /** The address of the customer who typed it, '' for any other person. */
  owner: string;
}

/** The draft of this tab, unless another customer typed it. Who was unknown may be a customer now. null: none. */
export function readDraft(storage: Pick<Storage, 'getItem'>, reader: string): ContactDraft | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { owner, fields, sent } = stored as {
      owner?: unknown;
      fields?: unknown;
      sent?: unknown;
    };
    if (typeof fields !== 'object' || fields === null) return null;
    // An earlier release stored no owner.
    if (owner && owner !== reader) return null;
    return {
      fields: knownFields(fields as Record<string, unknown>),
      sent: isSentRequest(sent) ? sent : null,
    };
  } catch {
    return null;
  }
}

/** Stores a draft. Full or disabled storage is not an error for the visitor. */
export function writeDraft(storage: Pick<Storage, 'setItem'>, draft: OwnedDraft): void {
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

/** With an id that the server refuses, sending would fail again and again. */
function isSentRequest(stored: unknown): stored is SentRequest {
  const { id, content } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) &&
    typeof content === 'string'
  );
}

function knownFields(stored: Record<string, unknown>): Partial<ContactFields> {
  const fields: Partial<ContactFields> = {};
  for (const name of CONTACT_FIELD_NAMES) {
    const value = stored[name];
    if (typeof value === 'string' && value !== '') fields[name] = value;
  }
  if (stored.consent === true) fields.consent = true;
  return fields;
}
