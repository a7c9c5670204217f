import type { LiveSession } from '../database/session-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { refreshCookie } from '../secrets/refresh-cookie.ts';
import { grantSession } from '../secrets/session-token.ts';
import type { Answer } from './endpoint.ts';

/**
 * Answer of a sign-in: the session's first token in the body, and its refresh secret in a cookie that no script can
 * read.
 */
export async function sessionAnswer(
  session: LiveSession,
  refreshSecret: string,
  deps: Pick<FunctionDeps, 'signer' | 'config' | 'now'>,
): Promise<Answer> {
  const now = deps.now();
  const endsAt = new Date(session.sessionExpiresAt);
  return {
    body: await grantSession(session, deps.signer, now),
    headers: { 'set-cookie': refreshCookie(refreshSecret, endsAt, now, deps.config.siteUrl) },
  };
}
