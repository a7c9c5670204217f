import { emptyRequestSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { clearedRefreshCookie, readRefreshSecret } from '../_shared/secrets/refresh-cookie.ts';

/** Ends the session that the cookie names, and all its tokens at once. Repeating it succeeds too. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('sign-out', request, deps, async ({ body }) => {
    parseRequest(emptyRequestSchema, body);
    const secret = readRefreshSecret(request);
    if (secret !== null) {
      const caller = await callerOf(request, deps.config);
      await deps.database.endSession(await sha256Hex(secret), 'signed_out', caller);
    }
    return {
      body: { signedOut: true },
      headers: { 'set-cookie': clearedRefreshCookie(deps.config.siteUrl) },
    };
  });
}
