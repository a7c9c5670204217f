import type { EditCustomerResponse } from '../../../../../shared/src/contracts/backend/customers/customer-edit.ts';
import { noSuchCustomer } from '../../request/customer-refusals.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';

/**
 * Corrects a customer's name and company, and stores the representative's private note. It never overwrites another
 * person's change: the answer reports it.
 */
export const editCustomer: Handler<'edit-customer'> = async (
  { body: { customerId, before, after }, session, caller, correlationId },
  deps,
) => {
  const edited = await deps.database.editCustomer({
    sessionId: session.sessionId,
    customerId,
    before,
    after,
    ...caller,
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
};
