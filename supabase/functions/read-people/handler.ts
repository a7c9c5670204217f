import { readPeopleRequestSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/**
 * For a manager: finds people, returns the stored data of one person, and returns the retention periods. The
 * audit trail records who opened whom. A function, not a procedure that browsers call: it reads every table
 * (docs/decisions/0025-people-and-retention.md).
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('read-people', request, deps, async ({ body }) => {
    const { sessionId } = await readRepToken(request, deps);
    const question = parseRequest(readPeopleRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const answer = await deps.database.readPeople({ sessionId, question, ipAddress, userAgent });
    switch (answer.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw notAManager();
      case 'not_found':
        throw new RequestError('not_found', 'Nothing is stored about this address.');
      default:
        return { body: answer };
    }
  });
}
