import {
  type EndOwnSessionsResponse,
  endOwnSessionsRequestSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/** Ends one other session of the asking representative, or all others. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('end-own-sessions', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const { sessionId: endedSessionId } = parseRequest(endOwnSessionsRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const ended = await deps.database.endOwnSessions({ sessionId, endedSessionId, ipAddress, userAgent });
    switch (ended.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'not_found':
        throw new RequestError('not_found', 'No such session.');
    }
    deps.log({ level: 'info', event: 'own_sessions_ended', correlationId, endedCount: ended.count });
    const answer: EndOwnSessionsResponse = { endedCount: ended.count };
    return { body: answer };
  });
}
