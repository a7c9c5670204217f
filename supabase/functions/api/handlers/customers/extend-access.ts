import type { ExtendAccessResponse } from '../../../../../shared/src/contracts/backend/customers/qualification.ts';
import { noSuchCustomer } from '../../request/customer-refusals.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/**
 * Makes a customer's link work for its whole life from now, for the representative who qualified them. An expired link
 * can be extended, because the customer still has it. A revoked one stays revoked.
 */
export const extendAccess: Handler<'extend-access'> = async (
  { body: { customerId }, session, caller, correlationId },
  deps,
) => {
  const extended = await deps.database.extendAccess({ sessionId: session.sessionId, customerId, ...caller });
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
};
