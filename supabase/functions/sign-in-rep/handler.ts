import { signInRepRequestSchema } from '../../../shared/src/contracts/auth.ts';
import { callerOf } from '../_shared/caller.ts';
import { hashSalesId, sha256Hex } from '../_shared/credential-hash.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/json-endpoint.ts';
import { parseRequest } from '../_shared/parse-request.ts';
import { createRandomSecret } from '../_shared/random-secret.ts';
import {
  giveBackAttempts,
  SIGN_IN_PER_CREDENTIAL,
  SIGN_IN_PER_NETWORK,
  takeAttempt,
} from '../_shared/rate-limit.ts';
import { RequestError } from '../_shared/request-error.ts';
import { sessionAnswer } from '../_shared/session-answer.ts';

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

    const refreshSecret = createRandomSecret();
    const session = await deps.database.beginRepSession({
      credentialHash,
      refreshHash: await sha256Hex(refreshSecret),
      ipAddress: caller.ipAddress,
      userAgent: caller.userAgent,
    });
    if (!session) throw new RequestError('unauthenticated', 'Invalid Sales ID. Please try again.');

    await giveBackAttempts(deps, correlationId, [
      [SIGN_IN_PER_NETWORK, caller.network],
      [SIGN_IN_PER_CREDENTIAL, credentialHash],
    ]);
    deps.log({ level: 'info', event: 'rep_signed_in', correlationId, sessionId: session.session_id });
    return sessionAnswer(session, refreshSecret, deps);
  });
}
