import type { EndOwnSessionsResponse } from '../../../../../shared/src/contracts/backend/representatives/rep-account.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/** Ends one other session of the asking representative, or all others. */
export const endOwnSessions: Handler<'end-own-sessions'> = async (
  { body: { sessionId: endedSessionId }, session, caller, correlationId },
  deps,
) => {
  const ended = await deps.database.endOwnSessions({
    sessionId: session.sessionId,
    endedSessionId,
    ...caller,
  });
  switch (ended.outcome) {
    case 'unauthenticated':
      throw notARepresentative();
    case 'not_found':
      throw new RequestError('not_found', 'No such session.');
  }
  deps.log({ level: 'info', event: 'own_sessions_ended', correlationId, endedCount: ended.count });
  const answer: EndOwnSessionsResponse = { endedCount: ended.count };
  return { body: answer };
};
