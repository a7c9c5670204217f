import { signInCustomerRequestSchema } from '../../../shared/src/contracts/backend/auth.ts';
import { callerOf } from '../_shared/caller.ts';
import { sha256Hex } from '../_shared/credential-hash.ts';
import type { ExpiredLink } from '../_shared/database.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/json-endpoint.ts';
import { parseRequest } from '../_shared/parse-request.ts';
import { createRandomSecret } from '../_shared/random-secret.ts';
import { CUSTOMER_SIGN_IN_PER_NETWORK, countedSignIn } from '../_shared/rate-limit.ts';
import { RequestError } from '../_shared/request-error.ts';
import { sessionAnswer } from '../_shared/session-answer.ts';

/**
 * Signs a customer in by access token, as often as the link is used until it ends. Unknown and revoked give one and
 * the same answer. An expired link also says when it ended and whom to ask: only its customer has the token. All count.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('sign-in-customer', request, deps, async ({ body, correlationId }) => {
    const { token } = parseRequest(signInCustomerRequestSchema, body);
    const { ipAddress, userAgent, network } = await callerOf(request, deps.config);

    const tokenHash = await sha256Hex(token);
    const refreshSecret = createRandomSecret();
    const refreshHash = await sha256Hex(refreshSecret);
    const session = await countedSignIn([[CUSTOMER_SIGN_IN_PER_NETWORK, network]], (limits) =>
      deps.database.beginCustomerSession({ tokenHash, refreshHash, ipAddress, userAgent }, limits),
    );
    if (session === null || session.kind === 'expired') {
      throw new RequestError(
        'unauthenticated',
        'Invalid or expired access token. Please contact your sales representative.',
        session === null ? {} : { endedAccess: endedAccessOf(session) },
      );
    }

    deps.log({ level: 'info', event: 'customer_signed_in', correlationId, sessionId: session.session_id });
    return sessionAnswer(session, refreshSecret, deps);
  });
}

function endedAccessOf({ ended_at, rep }: ExpiredLink) {
  return { endedAt: new Date(ended_at).toISOString(), repName: rep.name, repEmail: rep.email };
}
