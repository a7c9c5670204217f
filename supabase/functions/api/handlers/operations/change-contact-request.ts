import type { FunctionDeps } from '../../deps.ts';
import { describeFailure } from '../../log.ts';
import { notifyContact } from '../../mail/notify-contact.ts';
import { sendWorkMails } from '../../mail/send-work-mails.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

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
export const changeContactRequest: Handler<'change-contact-request'> = async (
  { body: { requestId, version, change }, session, caller, correlationId },
  deps,
) => {
  const changed = await deps.database.changeContactRequest({
    sessionId: session.sessionId,
    requestId,
    version,
    change,
    ...caller,
  });
  switch (changed.outcome) {
    case 'unauthenticated':
      throw notARepresentative();
    case 'forbidden':
      throw new RequestError('forbidden', 'Only a manager may change this.');
    case 'not_found':
      throw new RequestError('not_found', 'No such contact request.');
    case 'no_such_rep': {
      const message = 'Please choose an enabled representative';
      throw new RequestError('invalid_request', message, { fields: { 'change.assignedTo': message } });
    }
  }
  deps.log({ level: 'info', event: `contact_request_${changed.outcome}`, correlationId, requestId });
  if (changed.outcome !== 'saved' || !(change.release || change.assignedTo)) return { body: changed };
  const notified = change.release ? await mailTeam(requestId, deps, correlationId) : undefined;
  deps.finishLater(sendWorkMails(deps, correlationId));
  return { body: notified === undefined ? changed : { ...changed, notified } };
};
