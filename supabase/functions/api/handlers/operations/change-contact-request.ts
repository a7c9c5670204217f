import { z } from 'zod';
import type { FunctionDeps } from '../../deps.ts';
import { describeFailure } from '../../log.ts';
import { notifyContact } from '../../mail/notify-contact.ts';
import { sendWorkMails } from '../../mail/send-work-mails.ts';
import { askDatabase } from '../../request/ask-database.ts';
import type { Handler } from '../../request/endpoint.ts';

const outcomeSchema = z.object({ outcome: z.string() });

/** @returns whether the team was mailed, now or earlier. A failed mail does not undo the release. */
async function mailTeam(requestId: string, deps: FunctionDeps, correlationId: string): Promise<boolean> {
  try {
    return (await notifyContact(deps, requestId, correlationId, null)) === 'sent';
  } catch (error) {
    deps.log({ level: 'error', event: 'notification_failed', correlationId, ...describeFailure(error) });
    return false;
  }
}

/**
 * Changes a contact request for staff: status, assignment, note, release from quarantine. It never overwrites another
 * person's change: the answer reports it.
 */
export const changeContactRequest: Handler<'change-contact-request'> = async (asked, deps) => {
  const { body } = await askDatabase('change_contact_request')(asked, deps);
  const { change, requestId } = asked.body;
  const { outcome } = outcomeSchema.parse(body);
  if (outcome !== 'saved' || !(change.release || change.assignedTo)) return { body };
  const notified = change.release ? await mailTeam(requestId, deps, asked.correlationId) : undefined;
  deps.finishLater((later) => sendWorkMails(later, asked.correlationId));
  return { body: notified === undefined ? body : { ...Object(body), notified } };
};
