import { ENDED_AT, signInCustomerRequestSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { mailRepOfOpening } from '../_shared/mail/mail-rep-of-opening.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { CUSTOMER_SIGN_IN_PER_NETWORK, countedSignIn } from '../_shared/request/rate-limit.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { sessionAnswer } from '../_shared/request/session-answer.ts';
import { sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { createRandomSecret } from '../_shared/secrets/random-secret.ts';

/**
 * Signs a customer in by access token. The link works any number of times until it ends. Unknown, expired and revoked
 * tokens are refused in the same words, and count. Who has the token of a link also learns when that link ended.
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
    if (!session) {
      const endedAt = await deps.database.linkEndedAt(tokenHash).catch(() => null);
      throw new RequestError(
        'unauthenticated',
        'Invalid or expired access token. Please contact your sales representative.',
        endedAt === null ? {} : { fields: { [ENDED_AT]: endedAt } },
      );
    }

    deps.log({ level: 'info', event: 'customer_signed_in', correlationId, sessionId: session.session_id });
    if (session.kind === 'customer' && session.is_rep_to_be_mailed) {
      // The customer must not wait for the mail server.
      deps.finishLater(mailRepOfOpening(session.customer, deps, correlationId));
    }
    return sessionAnswer(session, refreshSecret, deps);
  });
}
