import type { Handler } from '../../request/endpoint.ts';
import { sha256Hex } from '../../secrets/credential-hash.ts';
import { clearedRefreshCookie, readRefreshSecrets } from '../../secrets/refresh-cookie.ts';

/** More cookies of that name are no accident of a browser. */
const MOST_COOKIES = 10;

/**
 * Ends the session that the cookie names, and all its tokens at once. With several such cookies, each session ends.
 * Repeating it succeeds too.
 */
export const signOut: Handler<'sign-out'> = async ({ caller, request }, deps) => {
  for (const secret of readRefreshSecrets(request).slice(0, MOST_COOKIES))
    await deps.database.endSession(await sha256Hex(secret), 'signed_out', caller);
  return {
    body: { signedOut: true },
    headers: { 'set-cookie': clearedRefreshCookie(deps.config.siteUrl) },
  };
};
