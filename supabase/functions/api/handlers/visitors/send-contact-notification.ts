import { OWNER_TIME_ZONE } from '../../../../../shared/src/brand/owner-facts.ts';
import type { FunctionDeps } from '../../deps.ts';
import { describeFailure } from '../../log.ts';
import { notifyContact } from '../../mail/notify-contact.ts';
import { MAILS_PER_RUN, type MailRun, sendWorkMails } from '../../mail/send-work-mails.ts';
import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';

/** Weeks that cannot be noted stop no other mail. @returns how often it failed */
async function noteWeekMails({ database, log }: FunctionDeps, correlationId: string): Promise<number> {
  try {
    await database.noteWeekMails(OWNER_TIME_ZONE);
    return 0;
  } catch (error) {
    log({ level: 'error', event: 'week_mails_failed', correlationId, ...describeFailure(error) });
    await database.noteFailedMail('work');
    return 1;
  }
}

/** Sends the mails that wait: to the team about requests, and to representatives about new work and past weeks. */
async function sendWaitingMails(deps: FunctionDeps, correlationId: string): Promise<MailRun> {
  if (deps.mail.kind === 'test') return { sent: 0, failed: 0 };
  const ids = await deps.database.findUnsentNotifications(MAILS_PER_RUN);
  const outcomes = await Promise.all(ids.map((id) => notifyContact(deps, id, correlationId, null)));
  const unnoted = await noteWeekMails(deps, correlationId);
  const work = await sendWorkMails(deps, correlationId);
  return {
    sent: work.sent + outcomes.filter((outcome) => outcome === 'sent').length,
    failed: unnoted + work.failed + outcomes.filter((outcome) => outcome === 'not_sent').length,
  };
}

/**
 * Mails the team about a saved request that has not been mailed yet. Without an id: the next mails that wait, for a
 * timer.  A second call sends nothing again.
 */
export const sendContactNotification: Handler<'send-contact-notification'> = async (
  { body: { submission_id: contactRequestId }, correlationId },
  deps,
) => {
  if (contactRequestId === undefined) {
    const run = await sendWaitingMails(deps, correlationId);
    if (run.sent + run.failed > 0) {
      deps.log({ level: 'info', event: 'waiting_mails_tried', correlationId, ...run });
    }
    return { body: { ...run } };
  }
  const outcome = await notifyContact(deps, contactRequestId, correlationId, null);
  if (outcome === 'missing') throw new RequestError('not_found', 'No such request.');
  return { body: { contactRequestId, notified: outcome === 'sent' } };
};
