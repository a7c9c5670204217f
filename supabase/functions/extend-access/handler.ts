import {
  accessRequestSchema,
  type ExtendAccessResponse,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { noSuchCustomer } from '../_shared/request/customer-refusals.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/**
 * Makes a customer's link work for its whole life from now, for the representative who qualified them. An expired link
 * can be extended, because the customer still has it. A revoked one stays revoked.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('extend-access', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const { customerId } = parseRequest(accessRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const extended = await deps.database.extendAccess({ sessionId, customerId, ipAddress, userAgent });
    switch (extended.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'not_found':
        throw noSuchCustomer();
      case 'no_link':
        throw new RequestError(
          'forbidden',
          'This customer has no link that could be extended. Qualify them again to issue a new one.',
        );
    }
    deps.log({ level: 'info', event: 'link_extended', correlationId, customerId });
    const answer: ExtendAccessResponse = {
      customerId,
      expiresAt: new Date(extended.expires_at).toISOString(),
    };
    return { body: answer };
  });
}
