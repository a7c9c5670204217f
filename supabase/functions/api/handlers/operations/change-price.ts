import type { Handler } from '../../request/endpoint.ts';
import { notAManager } from '../../request/not-a-manager.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/**
 * Sets, schedules or cancels the price of a plan for a manager. It never overwrites another person's change: the answer
 * reports it.
 */
export const changePrice: Handler<'change-price'> = async (
  { body: change, session, caller, correlationId },
  deps,
) => {
  const changed = await deps.database.changePrice({ sessionId: session.sessionId, change, ...caller });
  switch (changed.outcome) {
    case 'unauthenticated':
      throw notARepresentative();
    case 'forbidden':
      throw notAManager();
    case 'unknown_plan':
      throw new RequestError('not_found', 'No such plan.');
    case 'not_scheduled':
      throw new RequestError('not_found', 'No such price is scheduled.');
    case 'past':
      throw invalid('from', 'Choose a time that has not passed');
    case 'taken':
      throw invalid('from', 'A price already begins at this time. Choose another, or cancel that one first');
    case 'unchanged':
      throw invalid('amounts', 'The plan already has this price at that time');
  }
  deps.log({
    level: 'info',
    event: `price_change_${changed.outcome}`,
    correlationId,
    plan: change.plan,
    action: change.action,
  });
  return { body: changed };
};

function invalid(field: 'from' | 'amounts', message: string): RequestError {
  return new RequestError('invalid_request', message, { fields: { [field]: message } });
}
