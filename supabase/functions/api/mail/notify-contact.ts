import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import { mailboxHash } from '../canonical-address.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { confirmContact } from './contact-confirmation-mail.ts';
import { contactMail } from './contact-mail.ts';

/** How long a claim on sending lasts, in seconds, before another caller takes over. A slow mail may take longer. */
const CLAIM_SECONDS = 60;

/** How often and how long a second caller checks whether the first has finished, in milliseconds. */
const BUSY_WAIT_MS = 200;
const BUSY_ATTEMPTS = 25;

type NotificationOutcome = 'sent' | 'not_sent' | 'quarantined' | 'missing';

/**
 * Mails the team about a saved request. It is sent once, however many callers ask at the same time: one claims it, and
 * the others wait for its outcome. A failed caller returns the claim. It never rejects because a mail failed. All other
 * mails follow the answer, so its time tells nothing about the sender's address.
 * @param network the sender's. Null when an operator sends the mail
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

  const { contactRequest, assignedTo, claimedAt } = claim;
  let isSent = true;
  try {
    const { contactNotifyTo, siteUrl } = deps.config;
    const portalPage = `${siteUrl}/sales-portal/operations?tab=requests&request=${contactRequestId}`;
    await deps.mail.send(contactMail(contactRequest, contactNotifyTo, { assignedTo, portalPage }));
  } catch (error) {
    isSent = false;
    deps.log({
      level: 'error',
      event: 'mail_failed',
      correlationId,
      contactRequestId,
      ...describeFailure(error),
    });
  }
  const { email } = contactRequest;
  const confirmation = isMailbox(email) ? { mailboxHash: await mailboxHash(email), network } : null;
  if (await deps.database.finishNotification(contactRequestId, isSent, claimedAt, confirmation)) {
    deps.finishLater((later) => confirmContact(later, contactRequest, correlationId));
  } else if (isSent && confirmation !== null) {
    deps.log({ level: 'info', event: 'confirmation_limited', correlationId, contactRequestId });
  }
  return isSent ? 'sent' : 'not_sent';
}
