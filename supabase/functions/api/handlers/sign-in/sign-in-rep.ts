import type { Handler } from '../../request/endpoint.ts';
import { sessionAnswer } from '../../request/session-answer.ts';
import { RequestError } from '../../request-error.ts';
import { hashSalesId, sha256Hex } from '../../secrets/credential-hash.ts';
import { createRandomSecret } from '../../secrets/random-secret.ts';

/** Signs a representative in by sales ID. Unknown, withdrawn and disabled IDs get the same answer, and count. */
export const signInRep: Handler<'sign-in-rep'> = async (
  { body: { salesId, timeZone }, caller, correlationId },
  deps,
) => {
  const credentialHash = await hashSalesId(salesId, deps.config.salesIdPepper);
  const refreshSecret = createRandomSecret();
  const refreshHash = await sha256Hex(refreshSecret);
  const session = await deps.database.beginRepSession({ credentialHash, refreshHash, timeZone, ...caller });
  if (!session) throw new RequestError('unauthenticated', 'Invalid Sales ID. Please try again.');
  deps.log({ level: 'info', event: 'rep_signed_in', correlationId, sessionId: session.sessionId });
  return sessionAnswer(session, refreshSecret, deps);
};
