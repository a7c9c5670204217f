import { changePriceRequestSchema } from '../../../shared/src/contracts/backend/prices/price-management.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/**
 * Sets, schedules or cancels the price of a plan for a manager. It never overwrites another person's change: the answer
 * reports it.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('change-price', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const change = parseRequest(changePriceRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const changed = await deps.database.changePrice({ sessionId, change, ipAddress, userAgent });
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
        throw invalid(
          'from',
          'A price already begins at this time. Choose another, or cancel that one first',
        );
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
  });
}

function invalid(field: 'from' | 'amounts', message: string): RequestError {
  return new RequestError('invalid_request', message, { fields: { [field]: message } });
}
