import { changeContactRequestRequestSchema } from '../../../shared/src/contracts/backend/contact/contact-request-change.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { describeFailure } from '../_shared/log.ts';
import { notifyContact } from '../_shared/mail/notify-contact.ts';
import { sendWorkMails } from '../_shared/mail/send-work-mails.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

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
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('change-contact-request', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const { requestId, version, change } = parseRequest(changeContactRequestRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const changed = await deps.database.changeContactRequest({
      sessionId,
      requestId,
      version,
      change,
      ipAddress,
      userAgent,
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
  });
}
