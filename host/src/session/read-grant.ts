import { type SessionGrant, sessionGrantSchema } from '@corvane/shared/contracts/backend/auth';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { type TokenTimes, tokenTimes } from './token-times.ts';

export interface ReadGrant extends SessionGrant {
  /** null for a token that does not say its times. */
  times: TokenTimes | null;
}

/**
 * Reads the answer of a sign-in or renewal. It comes with the API client's own chunk, not with every page.
 * @throws ApiError when it is no grant
 */
export function readGrant(answer: unknown): ReadGrant {
  const grant = sessionGrantSchema.safeParse(answer);
  if (!grant.success) throw new ApiError('unavailable', 'The server sent an invalid answer');
  return { ...grant.data, times: tokenTimes(grant.data.sessionToken) };
}
