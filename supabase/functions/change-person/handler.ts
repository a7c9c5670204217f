import { changePersonRequestSchema } from '../../../shared/src/contracts/backend/people/person-change.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/** Exports, corrects or erases what is stored about a person, or withdraws their consent, for a manager. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('change-person', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const change = parseRequest(changePersonRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const changed = await deps.database.changePerson({ sessionId, change, ipAddress, userAgent });
    switch (changed.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw notAManager();
      case 'not_found':
        throw new RequestError('not_found', 'Nothing is stored about this person any more.');
    }
    // The log never names the person, because it outlives an erasure.
    deps.log({ level: 'info', event: `person_${changed.outcome}`, correlationId });
    return { body: changed };
  });
}
