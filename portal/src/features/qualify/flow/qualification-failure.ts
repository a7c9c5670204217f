import type { CustomerDetails } from '@corvane/shared/contracts/backend/qualification';
import { CODE_TRIES } from '@corvane/shared/contracts/backend/terms';
import { type ErrorCode, isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { DetailErrors } from './qualification-flow.ts';

export interface FailureWords {
  title: string;
  description: string;
}

const DETAIL_FIELDS: readonly (keyof CustomerDetails)[] = ['email', 'name', 'company'];

/** Answers that mean: this code does not open this request, whether wrong, used, voided or too old. */
const REFUSED_CODE: readonly ErrorCode[] = ['invalid_request', 'not_found', 'rate_limited'];

/** Words for a code that could not be sent. */
export function sendFailureWords(error: unknown): FailureWords {
  return { title: 'Failed to send verification code', description: wayForward(error) };
}

/** The server's remarks on single fields, for the fields that this form has. */
export function detailErrorsOf(error: unknown): DetailErrors {
  const errors: DetailErrors = {};
  if (!isApiError(error)) return errors;
  for (const field of DETAIL_FIELDS) {
    const message = error.fields[field];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

export type LinkFailure = FailureWords & {
  /** The code itself was refused: it is said beside the code as well. */
  isCodeRefused: boolean;
};

/**
 * Words for a link that could not be issued.
 * @param refusedBefore how often this code was refused already: the server does not tell when it has been tried out
 */
export function linkFailure(error: unknown, refusedBefore: number): LinkFailure {
  if (isApiError(error) && REFUSED_CODE.includes(error.code)) {
    const isTriedOut = error.code === 'rate_limited' || refusedBefore + 1 >= CODE_TRIES;
    return {
      title: 'Invalid Code',
      description: isTriedOut ? 'Too many attempts. Send a new code.' : 'The verification code is incorrect',
      isCodeRefused: true,
    };
  }
  return {
    title: 'An unexpected error occurred',
    description: wayForward(error),
    isCodeRefused: false,
  };
}

function wayForward(error: unknown): string {
  if (!isApiError(error)) return 'The server sent an invalid answer. Please try again.';
  switch (error.code) {
    case 'rate_limited':
      return `Too many requests. Please try again ${inWords(error.retryAfterSeconds)}.`;
    case 'network':
      return 'The server could not be reached. Check your connection and try again.';
    case 'unauthenticated':
      return 'Your session has ended. Sign in again and repeat this.';
    case 'forbidden':
      return 'This customer may be with another representative. Please ask your sales operations team.';
    case 'invalid_request':
      return "Please check the customer's details.";
    default:
      return 'Please try again.';
  }
}

function inWords(seconds: number | null): string {
  if (seconds === null) return 'in a few minutes';
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
