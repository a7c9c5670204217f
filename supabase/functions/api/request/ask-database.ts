import type { FunctionName } from '../../../../shared/src/contracts/backend/calls.ts';
import type { AskedProcedure } from '../database/database-call.ts';
import type { FunctionDeps } from '../deps.ts';
import { sendWorkMails } from '../mail/send-work-mails.ts';
import type { Answer, AskedInSession } from './endpoint.ts';

type Asked = Omit<AskedInSession<FunctionName>, 'body'> & { body: object };

/** For a call that a procedure decides alone: it gets the body as it is, and its answer goes to the caller. */
export function askDatabase(procedure: AskedProcedure) {
  return async (
    { body, session, caller, correlationId }: Asked,
    { database, log }: FunctionDeps,
  ): Promise<Answer> => {
    const { sessionId } = session;
    const answer = await database.ask(procedure, { ...caller, sessionId, body });
    log({ level: 'info', event: `${procedure}_answered`, correlationId, sessionId });
    return { body: answer };
  };
}

/** The same for a call that gives people work: after the answer, they are told by mail. */
export function askDatabaseAndMail(procedure: AskedProcedure) {
  const askDatabaseAlone = askDatabase(procedure);
  return async (asked: Asked, deps: FunctionDeps): Promise<Answer> => {
    const answer = await askDatabaseAlone(asked, deps);
    deps.finishLater((later) => sendWorkMails(later, asked.correlationId));
    return answer;
  };
}
