import { signInRepRequestSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { countedSignIn, SIGN_IN_PER_CREDENTIAL, SIGN_IN_PER_NETWORK } from '../_shared/request/rate-limit.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { sessionAnswer } from '../_shared/request/session-answer.ts';
import { hashSalesId, sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { createRandomSecret } from '../_shared/secrets/random-secret.ts';

/** Signs a representative in by sales ID. Unknown, withdrawn and disabled IDs get the same answer, and count. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('sign-in-rep', request, deps, async ({ body, correlationId }) => {
    const { salesId } = parseRequest(signInRepRequestSchema, body);
    const caller = await callerOf(request, deps.config);
    const credentialHash = await hashSalesId(salesId, deps.config.salesIdPepper);

    const refreshSecret = createRandomSecret();
    const refreshHash = await sha256Hex(refreshSecret);
    const { ipAddress, userAgent, network } = caller;
    const session = await countedSignIn(
      [
        [SIGN_IN_PER_NETWORK, network],
        [SIGN_IN_PER_CREDENTIAL, credentialHash],
      ],
      (limits) =>
        deps.database.beginRepSession({ credentialHash, refreshHash, ipAddress, userAgent }, limits),
    );
    if (!session) throw new RequestError('unauthenticated', 'Invalid Sales ID. Please try again.');
    deps.log({ level: 'info', event: 'rep_signed_in', correlationId, sessionId: session.session_id });
    return sessionAnswer(session, refreshSecret, deps);
  });
}
