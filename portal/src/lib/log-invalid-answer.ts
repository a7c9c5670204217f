import { isApiError } from '@corvane/shared/contracts/remote/api-error';

/**
 * Logs an answer that does not fit its schema. The host logs failed calls and cannot know of these. The content stays
 * out of the log.
 * @param call name of the call, or of what it loads
 */
export function logInvalidAnswer(call: string, error: unknown): void {
  if (isApiError(error)) return;
  console.warn(`The answer for ${call} is invalid: ${error instanceof Error ? error.name : typeof error}`);
}
