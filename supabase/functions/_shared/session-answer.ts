import type { FunctionDeps } from './deps.ts';
import type { EndpointResult } from './json-endpoint.ts';
import { refreshCookie } from './refresh-cookie.ts';
import type { LiveSession } from './session-calls.ts';
import { grantSession } from './session-token.ts';

/**
 * Answer of a sign-in: the session's first token in the body, and its refresh secret in a cookie that no script can
 * read.
 */
export async function sessionAnswer(
  session: LiveSession,
  refreshSecret: string,
  deps: Pick<FunctionDeps, 'signer' | 'config' | 'now'>,
): Promise<EndpointResult> {
  const now = deps.now();
  const endsAt = new Date(session.session_expires_at);
  return {
    body: await grantSession(session, deps.signer, now),
    headers: { 'set-cookie': refreshCookie(refreshSecret, endsAt, now, deps.config.siteUrl) },
  };
}
