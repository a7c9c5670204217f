import { z } from '@corvane/shared/lib/zod';
import { enteringCode, enteringDetails, type QualificationState } from './qualification-flow.ts';

const DRAFT_KEY = 'portal:qualification-draft';

/**
 * What survives a reload. Never the code, never the token: whoever reads this storage must not be able to sign in
 * with it. It belongs to one session, so that the next rep at the same machine does not find a customer in it.
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
    // Another release may have kept it in another shape. Then the details stay, and a new code is sent.
    .catch(null),
});
type Draft = z.infer<typeof draftSchema>;

/** @returns null when there is nothing half-done that is worth keeping. */
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

/** Where the flow goes on from; what is not this session's, or not a draft at all, is as if it were not there. */
export function stateFromDraft(stored: string | null, sessionId: string, nowMs: number): QualificationState {
  const draft = draftSchema.safeParse(parseJson(stored));
  if (!draft.success || draft.data.sessionId !== sessionId) return enteringDetails();
  const { details, verification } = draft.data;
  const ageMs = verification === null ? Number.NaN : nowMs - verification.sentAtMs;
  // The server has given the code up by then.
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

/** Storage may be blocked or full. The flow works without it, it only does not survive a reload then. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
