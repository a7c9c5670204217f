import type {
  CustomerDetails,
  IssueAccessLinkRequest,
  LinkMailState,
} from '@corvane/shared/contracts/backend/qualification';

export const CODE_LENGTH = 6;

export type DetailErrors = Partial<Record<keyof CustomerDetails, string>>;

/** A code that was sent, as far as the browser knows it. */
export interface Verification {
  id: string;
  /** Lets the request for the link be repeated when its answer was lost. Nobody gets in with it. */
  idempotencyKey: string;
  /** When the answer arrived, milliseconds since 1970 UTC by this machine's clock. */
  sentAtMs: number;
  /** What the server promised of it: see `SendVerificationResponse`. */
  validForSeconds: number;
  resendAfterSeconds: number;
  maxAttempts: number;
  /** No mail was sent: the code came back instead. */
  isTestMode: boolean;
  /** Only in test mode, and only until the page is left. */
  testCode: string | null;
  /** How often the server refused what was entered for it. */
  refusedCount: number;
}

export interface DetailsState {
  step: 'details';
  details: CustomerDetails;
  errors: DetailErrors;
  busy: 'sending' | null;
}

export interface CodeState {
  step: 'code';
  details: CustomerDetails;
  verification: Verification;
  /** Digits entered so far, at most `CODE_LENGTH`. */
  code: string;
  codeError: string | null;
  busy: 'verifying' | 'sending' | null;
}

export interface LinkState {
  step: 'link';
  details: CustomerDetails;
  /** The customer's key. It lives in this state alone and is gone with it. */
  token: string;
  /** UTC ISO 8601. */
  expiresAt: string;
  validForSeconds: number;
  /** The request that issued the link. Repeated, it can have it mailed, for as long as the code would have lasted. */
  proof: IssueAccessLinkRequest;
  mailableUntilMs: number;
  mail: LinkMail;
}

/** The link's mail from us: asked for or not, and what became of it. `too_late`: the code's time is over. */
export type LinkMail = 'none' | 'sending' | LinkMailState | 'too_late';

export type QualificationState = DetailsState | CodeState | LinkState;

export type QualificationEvent =
  | { type: 'detail-entered'; field: keyof CustomerDetails; value: string }
  | { type: 'details-refused'; errors: DetailErrors }
  /** With the details as they are sent: trimmed. */
  | { type: 'code-requested'; details: CustomerDetails }
  | { type: 'code-sent'; verification: Verification }
  | { type: 'code-entered'; text: string }
  | { type: 'link-requested' }
  | { type: 'code-refused'; message: string }
  | {
      type: 'link-issued';
      token: string;
      expiresAt: string;
      validForSeconds: number;
      proof: IssueAccessLinkRequest;
    }
  | { type: 'link-mail-changed'; mail: LinkMail }
  | { type: 'call-failed' }
  | { type: 'details-reopened' }
  /** Another part of the portal asks for a customer, or for a new one: all fields empty. */
  | { type: 'customer-requested'; details: CustomerDetails }
  | { type: 'started-over' };

const NO_DETAILS: CustomerDetails = { email: '', name: '', company: '' };

export function enteringDetails(details: CustomerDetails = NO_DETAILS): DetailsState {
  return { step: 'details', details, errors: {}, busy: null };
}

export function enteringCode(details: CustomerDetails, verification: Verification): CodeState {
  return { step: 'code', details, verification, code: '', codeError: null, busy: null };
}

/**
 * Details, then code, then link. An event that its step does not know leaves the state as it is, so that an answer
 * that comes late, or a second press, changes nothing.
 */
export function qualificationReducer(
  state: QualificationState,
  event: QualificationEvent,
): QualificationState {
  if (event.type === 'started-over') return enteringDetails();
  if (event.type === 'customer-requested') {
    // Asked for anybody, the flow goes on where it is: neither what was typed nor an uncopied link may be lost.
    return event.details.email === '' ? state : enteringDetails(event.details);
  }
  switch (state.step) {
    case 'details':
      return reduceDetails(state, event);
    case 'code':
      return reduceCode(state, event);
    case 'link':
      return event.type === 'link-mail-changed' ? { ...state, mail: event.mail } : state;
  }
}

function reduceDetails(state: DetailsState, event: QualificationEvent): QualificationState {
  switch (event.type) {
    case 'detail-entered': {
      if (state.busy !== null) return state;
      const { [event.field]: _corrected, ...errors } = state.errors;
      return { ...state, details: { ...state.details, [event.field]: event.value }, errors };
    }
    case 'details-refused':
      return { ...state, errors: event.errors, busy: null };
    case 'code-requested':
      return { ...state, details: event.details, errors: {}, busy: 'sending' };
    case 'code-sent':
      return state.busy === 'sending' ? enteringCode(state.details, event.verification) : state;
    case 'call-failed':
      return { ...state, busy: null };
    default:
      return state;
  }
}

function reduceCode(state: CodeState, event: QualificationEvent): QualificationState {
  switch (event.type) {
    case 'code-entered':
      return state.busy === null ? { ...state, code: codeDigits(event.text), codeError: null } : state;
    case 'link-requested':
      return isCodeComplete(state) ? { ...state, codeError: null, busy: 'verifying' } : state;
    case 'code-refused':
      return {
        ...state,
        verification: { ...state.verification, refusedCount: state.verification.refusedCount + 1 },
        codeError: event.message,
        busy: null,
      };
    case 'link-issued':
      if (state.busy !== 'verifying') return state;
      return {
        step: 'link',
        details: state.details,
        token: event.token,
        expiresAt: event.expiresAt,
        validForSeconds: event.validForSeconds,
        proof: event.proof,
        mailableUntilMs: state.verification.sentAtMs + state.verification.validForSeconds * 1000,
        mail: 'none',
      };
    case 'code-requested':
      return { ...state, details: event.details, busy: 'sending' };
    case 'code-sent':
      return state.busy === 'sending' ? enteringCode(state.details, event.verification) : state;
    case 'call-failed':
      return { ...state, busy: null };
    case 'details-refused':
      // Sending again: the server minds something that only the details' own step can correct.
      return { ...enteringDetails(state.details), errors: event.errors };
    case 'details-reopened':
      return enteringDetails(state.details);
    default:
      return state;
  }
}

/** The digits of what was typed or pasted. @example codeDigits('123 456') // '123456' */
export function codeDigits(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
}

export function isCodeComplete({ code }: Pick<CodeState, 'code'>): boolean {
  return code.length === CODE_LENGTH;
}
