import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import {
  CONFIRMATIONS_PER_DAY,
  CONFIRMATIONS_PER_EMAIL,
  CONFIRMATIONS_PER_NETWORK,
  mailboxHash,
  type RateLimit,
  takeAttempts,
} from '../request/rate-limit.ts';
import { RequestError } from '../request-error.ts';
import { contactConfirmationMail } from './contact-confirmation-mail.ts';
import { countFailedMail } from './note-failed-mail.ts';

/**
 * Tells the sender that the request has arrived. Anyone can write any address into the form. So each address gets few
 * of these mails a day, and they contain nothing that was typed: a stranger cannot send their own mail through the form.
 * It never rejects: the request is saved and the team knows of it.
 * @param network the sender's. Null when an operator sends the mail
 */
export async function confirmContact(
  deps: FunctionDeps,
  contactRequest: StoredContactRequest,
  correlationId: string,
  network: string | null,
): Promise<void> {
  const { id: contactRequestId, email } = contactRequest;
  try {
    if (!isMailbox(email)) return;
    // The network comes first: if it stops a mail, the address does not count it.
    await takeAttempts(deps, correlationId, [
      ...(network === null ? [] : [[CONFIRMATIONS_PER_NETWORK, network] satisfies [RateLimit, string]]),
      [CONFIRMATIONS_PER_EMAIL, await mailboxHash(email)],
      [CONFIRMATIONS_PER_DAY, 'all'],
    ]);
    await deps.mail.send(contactConfirmationMail(contactRequest, deps.config));
  } catch (error) {
    if (error instanceof RequestError && error.code === 'rate_limited') {
      deps.log({ level: 'info', event: 'confirmation_limited', correlationId, contactRequestId });
      return;
    }
    const failure = describeFailure(error);
    deps.log({ level: 'warn', event: 'confirmation_failed', correlationId, contactRequestId, ...failure });
    await countFailedMail('confirmation', deps, correlationId);
  }
}
