import { type SessionGrant, sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { followServedParts } from '../served-parts/follow-served-parts.ts';

export interface ReadGrant extends SessionGrant {
  /** null for a token without times. */
  times: TokenTimes | null;
}

/**
 * Reads the answer of a sign-in or renewal. It loads with the code that calls the backend, not with every page. It is
 * the first to know of a representative, who may have chosen to see the parts of the page.
 * @throws ApiError when the answer is not a grant
 */
export function readGrant(answer: unknown): ReadGrant {
  const grant = sessionGrantSchema.safeParse(answer);
  if (!grant.success) throw new ApiError('unavailable', 'The server sent an invalid answer');
  if (grant.data.actor.kind === 'rep') followServedParts();
  return { ...grant.data, times: tokenTimes(grant.data.sessionToken) };
}

interface TokenTimes {
  /** When it was signed, by the server's clock, milliseconds since 1970. */
  issuedAtMs: number;
  /** Lifetime from its signing. Both times are by the server's clock, so this machine's clock does not matter. */
  lifeMs: number;
}

/**
 * The times in a token. The token is only read, never trusted: the server checks it.
 * @returns null for a token without these times
 */
export function tokenTimes(jwt: string): TokenTimes | null {
  try {
    const payload = jwt.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { iat, exp } = claims as { iat?: unknown; exp?: unknown };
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { issuedAtMs: iat * 1000, lifeMs: (exp - iat) * 1000 };
  } catch {
    return null;
  }
}
