import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';
import { sha256Hex } from '../../secrets/credential-hash.ts';
import { readRefreshSecret } from '../../secrets/refresh-cookie.ts';
import { grantSession } from '../../secrets/session-token.ts';

/**
 * Gives a live session a new API token. The session's own end does not move, and the refresh secret stays: tabs renew
 * at the same moment, and a new secret would sign out all but one of them.
 */
export const renewSession: Handler<'renew-session'> = async ({ request }, deps) => {
  const secret = readRefreshSecret(request);
  const session = secret === null ? null : await deps.database.renewSession(await sha256Hex(secret));
  // The cookie stays: this answer may arrive after a new sign-in has set another one.
  if (!session) throw new RequestError('unauthenticated', 'The session has ended. Please sign in again.');
  return { body: await grantSession(session, deps.signer, deps.now()) };
};
