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
const BUSY_TRIES = 25;

export type NotificationOutcome = 'sent' | 'not_sent' | 'quarantined' | 'missing';

/**
 * Mails the team about a saved request, and its sender that it has arrived. Each mail is sent once, however many
 * callers ask at the same time: one claims it, and the others wait for its outcome. A failed caller gives the claim
 * back. Never rejects because a mail failed.
 * @param network of the sender; null when an operator has it sent.
 */
export async function notifyContact(
  deps: FunctionDeps,
  submissionId: string,
  correlationId: string,
  network: string | null,
): Promise<NotificationOutcome> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId, submissionId });
    return 'not_sent';
  }
  let claim = await deps.database.claimNotification(submissionId, CLAIM_SECONDS);
  for (let tries = 0; claim.state === 'busy' && tries < BUSY_TRIES; tries++) {
    await deps.sleep(BUSY_WAIT_MS);
    claim = await deps.database.claimNotification(submissionId, CLAIM_SECONDS);
  }
  if (claim.state === 'busy') return 'not_sent';
  if (claim.state !== 'claimed') return claim.state;

  let isSent = false;
  try {
    await deps.mail.send(contactMail(claim.submission, deps.config.contactNotifyTo));
    isSent = true;
  } catch (error) {
    deps.log({
      level: 'error',
      event: 'mail_failed',
      correlationId,
      submissionId,
      ...describeFailure(error),
    });
  }
  await deps.database.finishNotification(submissionId, isSent);
  if (isSent) await confirmContact(deps, claim.submission, correlationId, network);
  return isSent ? 'sent' : 'not_sent';
}
