import { signInRepRequestSchema } from '../../../shared/src/contracts/auth.ts';
import { callerOf } from '../_shared/caller.ts';
import { hashSalesId, sha256Hex } from '../_shared/credential-hash.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/json-endpoint.ts';
import { describeFailure } from '../_shared/log.ts';
import { parseRequest } from '../_shared/parse-request.ts';
import { bucketOf, SIGN_IN_PER_CREDENTIAL, SIGN_IN_PER_NETWORK, takeAttempt } from '../_shared/rate-limit.ts';
import { createRefreshSecret, refreshCookie } from '../_shared/refresh-cookie.ts';
import { RequestError } from '../_shared/request-error.ts';
import { grantSession } from '../_shared/session-token.ts';

/**
 * Signs a representative in by sales ID. Unknown, withdrawn and disabled give one and the same answer; attempts are
 * counted before anything is looked up and given back on success.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('sign-in-rep', request, deps, async ({ body, correlationId }) => {
    const { salesId } = parseRequest(signInRepRequestSchema, body);
    const caller = callerOf(request, deps.config.trustedProxyHops);
    const credentialHash = await hashSalesId(salesId, deps.config.salesIdPepper);

    // The network first: what it stops must not count against the ID.
    await takeAttempt(deps.database, SIGN_IN_PER_NETWORK, caller.network);
    await takeAttempt(deps.database, SIGN_IN_PER_CREDENTIAL, credentialHash);

    const refreshSecret = createRefreshSecret();
    const session = await deps.database.beginRepSession({
      credentialHash,
      refreshHash: await sha256Hex(refreshSecret),
      ipAddress: caller.ipAddress,
      userAgent: caller.userAgent,
    });
    if (!session) throw new RequestError('unauthenticated', 'Invalid Sales ID. Please try again.');

    await Promise.all([
      deps.database.giveBackAttempt(bucketOf(SIGN_IN_PER_NETWORK, caller.network)),
      deps.database.giveBackAttempt(bucketOf(SIGN_IN_PER_CREDENTIAL, credentialHash)),
    ]).catch((error: unknown) => {
      // The person is signed in; a counter that is one too high passes with its window.
      deps.log({ level: 'warn', event: 'give_back_failed', correlationId, ...describeFailure(error) });
    });

    const now = deps.now();
    deps.log({ level: 'info', event: 'rep_signed_in', correlationId, sessionId: session.session_id });
    return {
      body: await grantSession(session, deps.signer, now),
      headers: {
        'set-cookie': refreshCookie(
          refreshSecret,
          new Date(session.session_expires_at),
          now,
          deps.config.siteUrl,
        ),
      },
    };
  });
}
