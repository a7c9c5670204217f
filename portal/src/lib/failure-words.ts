import { type ErrorCode, isApiError } from '@corvane/shared/contracts/remote/api-error';

/**
 * Why a change failed, and what to do about it.
 * @param special words for codes with a special meaning here
 */
export function failureWords(error: unknown, special: Partial<Record<ErrorCode, string>> = {}): string {
  const code = isApiError(error) ? error.code : 'internal';
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
