import { ENDED_AT } from '../../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { mailRepOfOpening } from '../../mail/opening-mail.ts';
import type { Handler } from '../../request/endpoint.ts';
import { sessionAnswer } from '../../request/session-answer.ts';
import { RequestError } from '../../request-error.ts';
import { sha256Hex } from '../../secrets/credential-hash.ts';
import { createRandomSecret } from '../../secrets/random-secret.ts';

/**
 * Signs a customer in by access token. The link works any number of times until it ends. Unknown, expired and revoked
 * tokens are refused in the same words, and count. Who has the token of a link also learns when that link ended.
 */
export const signInCustomer: Handler<'sign-in-customer'> = async (
  { body: { token, timeZone }, caller, correlationId },
  deps,
) => {
  const tokenHash = await sha256Hex(token);
  const refreshSecret = createRandomSecret();
  const refreshHash = await sha256Hex(refreshSecret);
  const session = await deps.database.beginCustomerSession({ tokenHash, refreshHash, timeZone, ...caller });
  if (!session) {
    const endedAt = await deps.database.linkEndedAt(tokenHash).catch(() => null);
    throw new RequestError(
      'unauthenticated',
      'Invalid or expired access token. Please contact your sales representative.',
      endedAt === null ? {} : { fields: { [ENDED_AT]: endedAt } },
    );
  }

  deps.log({ level: 'info', event: 'customer_signed_in', correlationId, sessionId: session.sessionId });
  const { actor, isRepToBeMailed, repTimeZone } = session;
  if (actor.kind === 'customer' && isRepToBeMailed) {
    // The customer must not wait for the mail server.
    deps.finishLater((later) => mailRepOfOpening(actor.customer, repTimeZone, later, correlationId));
  }
  return sessionAnswer(session, refreshSecret, deps);
};
