import type { RevokeAccessResponse } from '../../../../../shared/src/contracts/backend/customers/qualification.ts';
import { noSuchCustomer } from '../../request/customer-refusals.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';

/**
 * Revokes a customer's access, for the representative who qualified them. Link and sessions stop working on the next
 * request. Repeating it gets the same answer.
 */
export const revokeAccess: Handler<'revoke-access'> = async (
  { body: { customerId }, session, caller, correlationId },
  deps,
) => {
  const revoked = await deps.database.revokeAccess({ sessionId: session.sessionId, customerId, ...caller });
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
};
