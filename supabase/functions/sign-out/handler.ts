import { emptyRequestSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { clearedRefreshCookie, readRefreshSecrets } from '../_shared/secrets/refresh-cookie.ts';

/** More cookies of that name are no accident of a browser. */
const MOST_COOKIES = 10;

/**
 * Ends the session that the cookie names, and all its tokens at once. With several such cookies, each session ends.
 * Repeating it succeeds too.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('sign-out', request, deps, async ({ body }) => {
    parseRequest(emptyRequestSchema, body);
    const caller = await callerOf(request, deps.config);
    for (const secret of readRefreshSecrets(request).slice(0, MOST_COOKIES))
      await deps.database.endSession(await sha256Hex(secret), 'signed_out', caller);
    return {
      body: { signedOut: true },
      headers: { 'set-cookie': clearedRefreshCookie(deps.config.siteUrl) },
    };
  });
}
