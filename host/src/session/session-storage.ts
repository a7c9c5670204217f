/**
 * What the browser keeps of a sales session: which one, so that a page load knows that there is something to
 * restore. Nothing here signs anybody in; the secret is in an HttpOnly cookie.
 */
export interface StoredSalesSession {
  salesRepId: string;
  sessionId: string;
  /** When it was stored, milliseconds since 1970 UTC. */
  timestamp: number;
}

export const SALES_SESSION_KEY = 'host:sales-session';

/** null when there is none, or what is there is not ours. */
export function readSalesSession(storage: Storage): StoredSalesSession | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(SALES_SESSION_KEY) ?? 'null');
    return isStoredSalesSession(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeSalesSession(storage: Storage, session: StoredSalesSession | null): void {
  try {
    if (session === null) storage.removeItem(SALES_SESSION_KEY);
    else storage.setItem(SALES_SESSION_KEY, JSON.stringify(session));
  } catch {
    // Storage is full or switched off: the session then lasts as long as the page.
  }
}

function isStoredSalesSession(value: unknown): value is StoredSalesSession {
  if (typeof value !== 'object' || value === null) return false;
  const candidate = value as Record<string, unknown>;
  return (
    typeof candidate.salesRepId === 'string' &&
    typeof candidate.sessionId === 'string' &&
    typeof candidate.timestamp === 'number'
  );
}
