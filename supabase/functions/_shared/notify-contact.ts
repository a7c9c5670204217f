import { confirmContact } from './confirm-contact.ts';
import { contactMail } from './contact-mail.ts';
import type { FunctionDeps } from './deps.ts';
import { describeFailure } from './log.ts';

/**
 * A claim on sending lasts this long, in seconds, before another caller takes over. Longer than any mail timeout.
 */
const CLAIM_SECONDS = 60;

/** A second caller checks this often and this long whether the first has finished, in milliseconds. */
const BUSY_WAIT_MS = 200;
const BUSY_ATTEMPTS = 25;

export type NotificationOutcome = 'sent' | 'not_sent' | 'quarantined' | 'missing';

/**
 * Mails the team about a saved request, and the representative whom a customer asks for a new link. Mails the sender
 * that it has arrived. Each mail is sent once, however many
 * callers ask at the same time: one claims it, and the others wait for its outcome. A failed caller gives the claim
 * back. Never rejects because a mail failed.
 * @param network of the sender; null when an operator has it sent.
 */
export async function notifyContact(
  deps: FunctionDeps,
  contactRequestId: string,
  correlationId: string,
  network: string | null,
): Promise<NotificationOutcome> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId, contactRequestId });
    return 'not_sent';
  }
  let claim = await deps.database.claimNotification(contactRequestId, CLAIM_SECONDS);
  for (let attempt = 0; claim.state === 'busy' && attempt < BUSY_ATTEMPTS; attempt++) {
    await deps.sleep(BUSY_WAIT_MS);
    claim = await deps.database.claimNotification(contactRequestId, CLAIM_SECONDS);
  }
  if (claim.state === 'busy') return 'not_sent';
  if (claim.state !== 'claimed') return claim.state;

  let isSent = false;
  try {
    const { contact_request: contactRequest, rep_email: repEmail } = claim;
    const readers = [deps.config.contactNotifyTo, ...(repEmail === null ? [] : [repEmail])];
    // At once, so that the time of the answer does not tell whose address is a customer's.
    await Promise.all(readers.map((to) => deps.mail.send(contactMail(contactRequest, to))));
    isSent = true;
  } catch (error) {
    deps.log({
      level: 'error',
      event: 'mail_failed',
      correlationId,
      contactRequestId,
      ...describeFailure(error),
    });
  }
  await deps.database.finishNotification(contactRequestId, isSent);
  if (isSent) await confirmContact(deps, claim.contact_request, correlationId, network);
  return isSent ? 'sent' : 'not_sent';
}
