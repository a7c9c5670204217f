import type { Handler } from '../../request/endpoint.ts';
import { notAManager } from '../../request/not-a-manager.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/**
 * For a manager: finds people, returns the stored data of one person, and returns the retention periods. The
 * audit trail records who opened whom. A function, not a procedure that browsers call: it reads every table
 * (docs/decisions/0025-people-and-retention.md).
 */
export const readPeople: Handler<'read-people'> = async ({ body: question, session, caller }, deps) => {
  const answer = await deps.database.readPeople({ sessionId: session.sessionId, question, ...caller });
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
};
