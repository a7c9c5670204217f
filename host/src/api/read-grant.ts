import { type SessionGrant, sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { type TokenTimes, tokenTimes } from './token-times.ts';

export interface ReadGrant extends SessionGrant {
  /** null for a token without times. */
  times: TokenTimes | null;
}

/**
 * Reads the answer of a sign-in or renewal. It loads with the code that calls the backend, not with every page.
 * @throws ApiError when the answer is not a grant
 */
export function readGrant(answer: unknown): ReadGrant {
  const grant = sessionGrantSchema.safeParse(answer);
  if (!grant.success) throw new ApiError('unavailable', 'The server sent an invalid answer');
  return { ...grant.data, times: tokenTimes(grant.data.sessionToken) };
}
