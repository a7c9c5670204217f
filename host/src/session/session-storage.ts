import type { PlainStorage } from '@corvane/shared/lib/storage-of';

/** Tells a page load whether to restore a session. It signs no one in: that takes an HttpOnly cookie. */
export type StoredSession =
  | {
      kind: 'rep';
      salesRepId: string;
      sessionId: string;
      /** When it was stored, milliseconds since 1970 UTC. */
      timestamp: number;
    }
  | { kind: 'customer'; customerId: string; timestamp: number };

export const SALES_SESSION_KEY = 'host:sales-session';
export const CUSTOMER_SESSION_KEY = 'host:customer-session';

/** The session to restore. A sales session comes first. null when there is none, or the note is not ours. */
export function readStoredSession(storage: PlainStorage): StoredSession | null {
  const sales = readObject(storage, SALES_SESSION_KEY);
  const { salesRepId, sessionId, timestamp } = sales;
  if (typeof salesRepId === 'string' && typeof sessionId === 'string' && typeof timestamp === 'number') {
    return { kind: 'rep', salesRepId, sessionId, timestamp };
  }
  const customer = readObject(storage, CUSTOMER_SESSION_KEY);
  if (typeof customer.leadId === 'string' && typeof customer.timestamp === 'number') {
    return { kind: 'customer', customerId: customer.leadId, timestamp: customer.timestamp };
  }
  return null;
}

/** Stores one session, then removes the other kind, so no tab finds none in between. null removes both. */
export function writeStoredSession(storage: PlainStorage, session: StoredSession | null): void {
  const notes = noteOf(session);
  try {
    for (const [key, note] of Object.entries(notes)) storage.setItem(key, JSON.stringify(note));
    for (const key of [SALES_SESSION_KEY, CUSTOMER_SESSION_KEY]) if (!(key in notes)) storage.removeItem(key);
  } catch {
    // Storage is full or blocked: the session then lasts as long as the page.
  }
}

/** Whether both name the same session. A renewal in another tab changes only the time. */
export function isSameNote(a: StoredSession | null, b: StoredSession | null): boolean {
  return nameOf(a) === nameOf(b);
}

function nameOf(note: StoredSession | null): string | null {
  return note && (note.kind === 'rep' ? note.sessionId : note.customerId);
}

/** The specification defines these field names. */
function noteOf(session: StoredSession | null): Record<string, object> {
  if (session === null) return {};
  if (session.kind === 'rep') {
    const { kind: _kind, ...fields } = session;
    return { [SALES_SESSION_KEY]: fields };
  }
  return { [CUSTOMER_SESSION_KEY]: { leadId: session.customerId, timestamp: session.timestamp } };
}

function readObject(storage: PlainStorage, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
