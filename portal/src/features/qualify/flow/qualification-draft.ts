import { z } from '@corvane/shared/lib/zod';
import { enteringCode, enteringDetails, type QualificationState } from './qualification-flow.ts';

const DRAFT_KEY = 'portal:qualification-draft';

/**
 * The part of the flow that survives a reload. It never contains the code or the token, so it cannot be used to sign
 * in. It belongs to one session, so the next rep on the same machine finds no customer in it.
 */
const draftSchema = z.object({
  sessionId: z.string(),
  details: z.object({ email: z.string(), name: z.string(), company: z.string() }),
  verification: z
    .object({
      id: z.string(),
      idempotencyKey: z.string(),
      sentAtMs: z.number(),
      validForSeconds: z.number(),
      resendAfterSeconds: z.number(),
      maxAttempts: z.number(),
      isTestMode: z.boolean(),
      refusedCount: z.number(),
    })
    .nullable()
    // Another release may have stored the code in a different format. The details stay, and the rep sends a new code.
    .catch(null),
});
type Draft = z.infer<typeof draftSchema>;

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
  const draft = draftSchema.safeParse(parseJson(stored));
  if (!draft.success || draft.data.sessionId !== sessionId) return enteringDetails();
  const { details, verification } = draft.data;
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

export function clearQualificationDraft(): void {
  withStorage((storage) => storage.removeItem(DRAFT_KEY));
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Storage may be blocked or full. The flow works without it, but does not survive a reload. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
