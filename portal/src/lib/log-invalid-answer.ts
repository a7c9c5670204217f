import { isApiError } from '@corvane/shared/contracts/remote/api-error';

/**
 * Logs an answer that does not match its schema. The host logs failed calls but does not check answers. The log does
 * not contain the answer.
 * @param call name of the call, or of the loaded data
 */
export function logInvalidAnswer(call: string, error: unknown): void {
  if (isApiError(error)) return;
  console.warn(
    `The answer for ${call} is invalid: ${error instanceof Error ? error.name.replace('$', '') : typeof error}`,
  );
}
