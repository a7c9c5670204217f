import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { type PlainStorage, storageOf } from '@corvane/shared/lib/storage-of';
import { forgetWithSession } from '../../../app/session-memory.ts';
import {
  enteringCode,
  enteringDetails,
  type QualificationState,
  type Verification,
} from './qualification-flow.ts';

const DRAFT_KEY = 'portal:qualification-draft';

/**
 * The part of the flow that survives a reload. It never contains the code or the token, so it cannot be used to sign
 * in. It belongs to one session, so the next rep on the same machine finds no customer in it.
 */
interface Draft {
  sessionId: string;
  details: CustomerDetails;
  /** null before a code was sent. */
  verification: Omit<Verification, 'testCode'> | null;
}

/*
 * Read without Zod, which the first view would wait for: it is three times as large as the rest of that view.
 */
const DETAILS = { email: 'string', name: 'string', company: 'string' } as const;
const VERIFICATION = {
  id: 'string',
  idempotencyKey: 'string',
  sentAtMs: 'number',
  validForSeconds: 'number',
  resendAfterSeconds: 'number',
  maxAttempts: 'number',
  isTestMode: 'boolean',
  refusedCount: 'number',
} as const satisfies Record<keyof Omit<Verification, 'testCode'>, string>;

function hasFields(value: unknown, types: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(types).every(([name, type]) => typeof fields[name] === type);
}

/** null for anything that is not a draft. */
function readDraft(stored: unknown): Draft | null {
  if (!hasFields(stored, { sessionId: 'string', details: 'object' })) return null;
  const draft = stored as Draft;
  if (!hasFields(draft.details, DETAILS)) return null;
  // Another release may have stored the code in a different format. The details stay, and the rep sends a new code.
  return hasFields(draft.verification, VERIFICATION) ? draft : { ...draft, verification: null };
}

/** @returns null when nothing is worth keeping */
export function draftOf(state: QualificationState, sessionId: string): Draft | null {
  switch (state.step) {
    case 'details': {
      const isUntouched = Object.values(state.details).every((value) => value === '');
      return isUntouched ? null : { sessionId, details: state.details, verification: null };
    }
    case 'code': {
      const { testCode: _secret, ...verification } = state.verification;
      return { sessionId, details: state.details, verification };
    }
    case 'link':
      return null;
  }
}

/** Where the flow continues. A draft of another session, or an invalid draft, is ignored. */
export function stateFromDraft(stored: string | null, sessionId: string, nowMs: number): QualificationState {
  const draft = readDraft(parseJson(stored));
  if (draft === null || draft.sessionId !== sessionId) return enteringDetails();
  const { details, verification } = draft;
  const ageMs = verification === null ? Number.NaN : nowMs - verification.sentAtMs;
  // The code has expired on the server by then.
  if (verification === null || ageMs > verification.validForSeconds * 1000) return enteringDetails(details);
  return enteringCode(details, { ...verification, testCode: null });
}

export function readQualificationDraft(sessionId: string): QualificationState {
  return stateFromDraft(
    withStorage((storage) => storage.getItem(DRAFT_KEY)),
    sessionId,
    Date.now(),
  );
}

export function writeQualificationDraft(state: QualificationState, sessionId: string): void {
  const draft = draftOf(state, sessionId);
  if (draft === null) clearQualificationDraft();
  else withStorage((storage) => storage.setItem(DRAFT_KEY, JSON.stringify(draft)));
}

export function clearQualificationDraft(kept: string | null = null): void {
  withStorage((storage) => {
    const draft = readDraft(parseJson(storage.getItem(DRAFT_KEY)));
    if (draft?.sessionId !== kept) storage.removeItem(DRAFT_KEY);
  });
}
forgetWithSession(clearQualificationDraft);

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Storage may be full. The flow works without it, but does not survive a reload. */
function withStorage<T>(use: (storage: PlainStorage) => T): T | null {
  try {
    return use(storageOf('session'));
  } catch {
    return null;
  }
}
