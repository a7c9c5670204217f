import {
  type EditCustomerResponse,
  editCustomerRequestSchema,
} from '../../../shared/src/contracts/backend/customers/customer-edit.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { noSuchCustomer } from '../_shared/request/customer-refusals.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';

/**
 * Corrects a customer's name and company, and stores the representative's private note. It never overwrites another
 * person's change: the answer reports it.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('edit-customer', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const { customerId, before, after } = parseRequest(editCustomerRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const edited = await deps.database.editCustomer({
      sessionId,
      customerId,
      before,
      after,
      ipAddress,
      userAgent,
    });
    switch (edited.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'not_found':
        throw noSuchCustomer();
    }
    const { outcome, customer } = edited;
    deps.log({ level: 'info', event: `customer_edit_${outcome}`, correlationId, customerId });
    const answer: EditCustomerResponse = { outcome, customer };
    return { body: answer };
  });
}
