import type { FunctionName } from '../../../../shared/src/contracts/backend/calls.ts';
import type { AskedProcedure } from '../database/database-call.ts';
import type { FunctionDeps } from '../deps.ts';
import type { Answer, AskedByRep } from './endpoint.ts';

/** For a call that a procedure decides alone: it gets the body as it is, and its answer goes to the caller. */
export function askDatabase(procedure: AskedProcedure) {
  return async (
    { body, session, caller, correlationId }: Omit<AskedByRep<FunctionName>, 'body'> & { body: object },
    { database, log }: FunctionDeps,
  ): Promise<Answer> => {
    const { sessionId } = session;
    const answer = await database.ask(procedure, { ...caller, sessionId, body });
    log({ level: 'info', event: `${procedure}_answered`, correlationId, sessionId });
    return { body: answer };
  };
}
