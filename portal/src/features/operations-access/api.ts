import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  checkManagerCodeResponseSchema,
  type ManagerAccess,
  managerAccessSchema,
  type SendManagerCodeResponse,
  sendManagerCodeResponseSchema,
} from '@corvane/shared/contracts/backend/operations/manager-access';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { queryOptions } from '@tanstack/react-query';
import { prefetchCall, takingPrefetched } from '../../app/prefetched-calls.ts';
import { failureWords } from '../../lib/failure-words.ts';
import { waitWords } from '../../lib/mailed-code.ts';

const REFRESH_MS = 60_000;

export const ACCESS_KEY = ['operations', 'access'] as const;

/** Asks early. `accessQuery` takes the answer. */
export function prefetchAccess(api: Api): void {
  prefetchCall(api, 'get_manager_access', {});
}

/** Whether this session may use Operations, and when that ends. */
export function accessQuery(api: Api) {
  return queryOptions({
    queryKey: ACCESS_KEY,
    queryFn: ({ signal }): Promise<ManagerAccess> =>
      ask(takingPrefetched(api), 'get_manager_access', {}, managerAccessSchema, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Mails the manager a new code. Earlier codes become void. */
export async function sendManagerCode(api: Api): Promise<SendManagerCodeResponse> {
  return ask(api, 'send-manager-code', {}, sendManagerCodeResponseSchema);
}

/** @returns when this session's access to Operations ends, UTC ISO 8601 */
export async function checkManagerCode(api: Api, codeId: string, code: string): Promise<string> {
  return (await ask(api, 'check-manager-code', { codeId, code }, checkManagerCodeResponseSchema))
    .managerUntil;
}

/** Why no code was sent, and what to do about it. */
export function sendFailureWords(error: unknown): string {
  const retryAfter = isApiError(error) ? error.retryAfterSeconds : null;
  return failureWords(error, {
    forbidden: 'You are no longer a manager, so no code was sent.',
    rate_limited: `Too many codes. Please try again ${waitWords(retryAfter)}.`,
    unavailable: 'The code could not be mailed. Please try again.',
  });
}

/** The server refused the code itself: it is wrong, used, void or expired. */
export function isCodeRefused(error: unknown): boolean {
  return isApiError(error) && (error.code === 'invalid_request' || error.code === 'not_found');
}

/** Why a code was not checked, although it may be right. */
export function checkFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'You are no longer a manager.',
    rate_limited: 'Too many attempts. Please wait a few minutes, then send a new code.',
  });
}
