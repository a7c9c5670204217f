import type { EndedAccess } from '@corvane/shared/contracts/remote/session';
import type { PlainStorage } from '@corvane/shared/lib/storage-of';

/**
 * A customer's last access to prices on this device. It outlives the session. A customer who returns after the end
 * learns that access has ended and whom to ask. They need not type their own details again.
 */
export interface LastAccess extends Pick<EndedAccess, 'repName' | 'repEmail' | 'customer'> {
  /** UTC ISO 8601. */
  endsAt: string;
  /** How far the server's clock was ahead of this machine's. */
  clockAheadMs: number;
}

export const LAST_ACCESS_KEY = 'host:last-access';

/** How long it is stored after the access ended. After that, the person is an ordinary visitor. The privacy page says it. */
export const LAST_ACCESS_KEPT_DAYS = 30;
const KEPT_MS = LAST_ACCESS_KEPT_DAYS * 24 * 3_600_000;
/** A token's times are whole seconds, so this is the precision of the server's clock. */
const CLOCK_DOUBT_MS = 2_000;

/** null forgets it. */
export function writeLastAccess(storage: PlainStorage, access: LastAccess | null): void {
  try {
    if (access === null) storage.removeItem(LAST_ACCESS_KEY);
    else storage.setItem(LAST_ACCESS_KEY, JSON.stringify(access));
  } catch {
    // Storage is full or blocked: a returning customer is then an ordinary visitor.
  }
}

/** null when nothing is stored, or when it is too old. @param nowMs milliseconds since 1970, by this machine */
export function readLastAccess(storage: PlainStorage, nowMs: number): LastAccess | null {
  const access = parse(storage);
  if (access === null || leftMs(access, nowMs) > -KEPT_MS) return access;
  writeLastAccess(storage, null);
  return null;
}

/** What to tell a customer whose session has ended. It claims an end only if the link itself had expired. */
export function endedAccessOf(access: LastAccess, nowMs: number): EndedAccess {
  const { endsAt, repName, repEmail, customer } = access;
  const endedAt = leftMs(access, nowMs) < CLOCK_DOUBT_MS ? endsAt : null;
  // An earlier host remembered no customer.
  return { endedAt, repName, repEmail, ...(customer && { customer }) };
}

function leftMs({ endsAt, clockAheadMs }: LastAccess, nowMs: number): number {
  return Date.parse(endsAt) - (nowMs + clockAheadMs);
}

function parse(storage: PlainStorage): LastAccess | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(LAST_ACCESS_KEY) ?? 'null');
    return isLastAccess(value) ? value : null;
  } catch {
    return null;
  }
}

function isLastAccess(value: unknown): value is LastAccess {
  if (typeof value !== 'object' || value === null) return false;
  const { endsAt, clockAheadMs, repName, repEmail } = value as Record<string, unknown>;
  if (typeof endsAt !== 'string' || Number.isNaN(Date.parse(endsAt))) return false;
  return typeof clockAheadMs === 'number' && typeof repName === 'string' && typeof repEmail === 'string';
}
