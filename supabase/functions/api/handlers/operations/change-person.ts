import type { Handler } from '../../request/endpoint.ts';
import { notAManager } from '../../request/not-a-manager.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/** Exports, corrects or erases what is stored about a person, or withdraws their consent, for a manager. */
export const changePerson: Handler<'change-person'> = async (
  { body: change, session, caller, correlationId },
  deps,
) => {
  const changed = await deps.database.changePerson({ sessionId: session.sessionId, change, ...caller });
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
};
