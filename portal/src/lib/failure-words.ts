import { type ErrorCode, isApiError } from '@corvane/shared/contracts/remote/api-error';

export const TOO_MANY = 'Too many changes in a short time. Please try again in a minute.';

/**
 * Why a change failed, and what to do about it.
 * @param special words for codes with a special meaning here
 */
export function failureWords(error: unknown, special: Partial<Record<ErrorCode, string>> = {}): string {
  const code = isApiError(error) ? error.code : 'internal';
  // What is stored does not allow it. Only the server knows why.
  if (isApiError(error) && error.status === 409) return error.message;
  const words = special[code];
  if (words !== undefined) return words;
  switch (code) {
    case 'unauthenticated':
      return 'Your session has ended. Sign in again, then try once more.';
    case 'network':
    case 'unavailable':
      return 'The server cannot be reached. Please try again.';
    default:
      return 'An unexpected error occurred. Please try again.';
  }
}

/**
 * Why a manager's change failed, and what to do about it.
 * @param notFound words for something that is gone
 */
export function managedFailureWords(error: unknown, notFound: string): string {
  return failureWords(error, {
    forbidden: 'Your access to Operations has ended. Enter a new code, then try again.',
    not_found: notFound,
    rate_limited: TOO_MANY,
  });
}
