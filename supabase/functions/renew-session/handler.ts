import { emptyRequestSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { readRefreshSecret } from '../_shared/secrets/refresh-cookie.ts';
import { grantSession } from '../_shared/secrets/session-token.ts';

/**
 * Gives a live session a new API token. The session's own end does not move, and the refresh secret stays: tabs renew
 * at the same moment, and a new secret would sign out all but one of them.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('renew-session', request, deps, async ({ body }) => {
    parseRequest(emptyRequestSchema, body);
    const secret = readRefreshSecret(request);
    const session = secret === null ? null : await deps.database.renewSession(await sha256Hex(secret));
    // The cookie stays: this answer may arrive after a new sign-in has set another one.
    if (!session) throw new RequestError('unauthenticated', 'The session has ended. Please sign in again.');
    return { body: await grantSession(session, deps.signer, deps.now()) };
  });
}
