import type {
  CustomerDetails,
  IssueAccessLinkRequest,
  LinkMailState,
} from '@corvane/shared/contracts/backend/customers/qualification';
import { CODE_LENGTH, codeDigits } from '../../../lib/mailed-code.ts';

export type DetailErrors = Partial<Record<keyof CustomerDetails, string>>;

/** A sent code, as the browser knows it. */
export interface Verification {
  id: string;
  /** Repeats the request for the link after a lost answer. The key alone gives no access. */
  idempotencyKey: string;
  /** When the answer arrived, milliseconds since 1970 UTC by this machine's clock. */
  sentAtMs: number;
  /** As the server promised. See `SendVerificationResponse`. */
  validForSeconds: number;
  resendAfterSeconds: number;
  maxAttempts: number;
  /** No mail was sent. The answer contained the code instead. */
  isTestMode: boolean;
  /** Only in test mode, and only until the rep leaves the page. */
  testCode: string | null;
  /** How often the server refused an entry for this code. */
  refusedCount: number;
}

interface DetailsState {
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
  /** The customer for whom another part of the portal asked during the check. null for none. */
  next: CustomerDetails | null;
}

export interface LinkState {
  step: 'link';
  details: CustomerDetails;
  /** The customer's access token. It exists only in this state and disappears with it. */
  token: string;
  /** UTC ISO 8601. */
  expiresAt: string;
  validForSeconds: number;
  /** The request that issued the link. While the code is valid, sending it again can have the link mailed. */
  proof: IssueAccessLinkRequest;
  mailableUntilMs: number;
  mail: LinkMail;
  isCopied: boolean;
  /** The customer for whom another part of the portal asked meanwhile. null for none. */
  next: CustomerDetails | null;
}

/** The state of our mail with the link. `none`: not requested. `too_late`: the code has expired. */
export type LinkMail = 'none' | 'sending' | LinkMailState | 'too_late';

export type QualificationState = DetailsState | CodeState | LinkState;

export type QualificationEvent =
  | { type: 'detail-entered'; field: keyof CustomerDetails; value: string }
  | { type: 'details-refused'; errors: DetailErrors }
  /** The details as they are sent: trimmed. */
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
  | { type: 'link-copied' }
  | { type: 'call-failed' }
  | { type: 'details-reopened' }
  /** Another part of the portal asks for a customer, or for a new customer with empty fields. */
  | { type: 'customer-requested'; details: CustomerDetails }
  | { type: 'started-over' };

const NO_DETAILS: CustomerDetails = { email: '', name: '', company: '' };

export function enteringDetails(details: CustomerDetails = NO_DETAILS): DetailsState {
  return { step: 'details', details, errors: {}, busy: null };
}

export function enteringCode(details: CustomerDetails, verification: Verification): CodeState {
  return { step: 'code', details, verification, code: '', codeError: null, busy: null, next: null };
}

/**
 * Whether the state gives way to a requested customer. A new customer without details interrupts nothing. No customer
 * interrupts a link that would be lost, or may be on its way: it is shown only once.
 */
export function givesWay(state: QualificationState, requested: CustomerDetails): boolean {
  const isLinkLost = state.step === 'link' && !state.isCopied && state.mail !== 'sent';
  const isLinkComing = state.step === 'code' && state.busy === 'verifying';
  return requested.email !== '' && !isLinkLost && !isLinkComing;
}

/**
 * Details, then code, then link. A step ignores an event that it does not expect, so a late answer or a second press
 * changes nothing.
 */
export function qualificationReducer(
  state: QualificationState,
  event: QualificationEvent,
): QualificationState {
  if (event.type === 'started-over') {
    return enteringDetails((state.step === 'link' && state.next) || NO_DETAILS);
  }
  if (event.type === 'customer-requested' && givesWay(state, event.details)) {
    return enteringDetails(event.details);
  }
  switch (state.step) {
    case 'details':
      return reduceDetails(state, event);
    case 'code':
      return reduceCode(state, event);
    case 'link':
      return reduceLink(state, event);
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
    case 'customer-requested':
      return event.details.email === '' ? state : { ...state, next: event.details };
    case 'code-refused':
      if (state.next !== null) return enteringDetails(state.next);
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
        isCopied: false,
        next: state.next,
      };
    case 'code-requested':
      return { ...state, details: event.details, busy: 'sending' };
    case 'code-sent':
      return state.busy === 'sending' ? enteringCode(state.details, event.verification) : state;
    case 'call-failed':
      // The link may exist. Checking again with the same key gives it.
      return { ...state, busy: null };
    case 'details-refused':
      // The server refused the details on a resend. Only the details step can correct them.
      return { ...enteringDetails(state.details), errors: event.errors };
    case 'details-reopened':
      return enteringDetails(state.details);
    default:
      return state;
  }
}

function reduceLink(state: LinkState, event: QualificationEvent): LinkState {
  switch (event.type) {
    case 'link-mail-changed':
      return { ...state, mail: event.mail };
    case 'link-copied':
      return { ...state, isCopied: true };
    case 'customer-requested':
      return event.details.email === '' ? state : { ...state, next: event.details };
    default:
      return state;
  }
}

export function isCodeComplete({ code }: Pick<CodeState, 'code'>): boolean {
  return code.length === CODE_LENGTH;
}
