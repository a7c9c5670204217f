import {
  accessRequestSchema,
  type RevokeAccessResponse,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { noSuchCustomer } from '../_shared/request/customer-refusals.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';

/**
 * Revokes a customer's access, for the representative who qualified them. Link and sessions stop working on the next
 * request. Repeating it gets the same answer.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('revoke-access', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const { customerId } = parseRequest(accessRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const revoked = await deps.database.revokeAccess({ sessionId, customerId, ipAddress, userAgent });
    switch (revoked.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'not_found':
        throw noSuchCustomer();
    }
    deps.log({ level: 'info', event: 'link_revoked', correlationId, customerId });
    const answer: RevokeAccessResponse = {
      customerId,
      revokedAt: new Date(revoked.revoked_at).toISOString(),
    };
    return { body: answer };
  });
}
