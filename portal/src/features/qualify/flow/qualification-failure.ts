import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { type ErrorCode, isApiError } from '@corvane/shared/contracts/remote/api-error';
import { waitWords } from '../../../lib/mailed-code.ts';
import type { DetailErrors, Verification } from './qualification-flow.ts';

interface FailureWords {
  title: string;
  description: string;
}

const DETAIL_FIELDS: readonly (keyof CustomerDetails)[] = ['email', 'name', 'company'];

/** These answers mean that the code does not fit this request: it is wrong, used, void or expired. */
const REFUSED_CODE: readonly ErrorCode[] = ['invalid_request', 'not_found'];

/** Message for a code that could not be sent. */
export function sendFailureWords(error: unknown): FailureWords {
  return { title: 'Failed to send verification code', description: wayForward(error) };
}

/** The server's field errors, for the fields of this form. */
export function detailErrorsOf(error: unknown): DetailErrors {
  const errors: DetailErrors = {};
  if (!isApiError(error)) return errors;
  for (const field of DETAIL_FIELDS) {
    const message = error.fields[field];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

type LinkFailure = FailureWords & {
  /** The server refused the code itself, so the message is also shown beside the code. */
  isCodeRefused: boolean;
};

/**
 * Message for a link that could not be issued.
 * @param code counts earlier refusals, because a refusal does not say whether attempts are left
 */
export function linkFailure(
  error: unknown,
  code: Pick<Verification, 'refusedCount' | 'maxAttempts'>,
): LinkFailure {
  if (isApiError(error) && REFUSED_CODE.includes(error.code)) {
    return {
      title: 'Invalid Code',
      description:
        code.refusedCount + 1 >= code.maxAttempts
          ? 'Too many attempts. Send a new code.'
          : 'The verification code is incorrect',
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
  if (!isApiError(error)) return 'The answer of the server could not be read. Please try again.';
  switch (error.code) {
    case 'rate_limited':
      return `Too many requests. Please try again ${waitWords(error.retryAfterSeconds)}.`;
    case 'network':
      return 'The server could not be reached. Check your connection and try again.';
    case 'unauthenticated':
      return 'Your session has ended. Sign in again, then try once more.';
    case 'forbidden':
      return 'This customer may be with another representative. Please ask your sales operations team.';
    case 'invalid_request':
      return "Please check the customer's details.";
    default:
      return 'Please try again.';
  }
}
