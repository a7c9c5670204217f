import { z } from 'zod';
import type { FunctionDeps } from '../_shared/deps.ts';
import { notifyContact } from '../_shared/mail/notify-contact.ts';
import { MAILS_PER_RUN, type MailRun, sendWorkMails } from '../_shared/mail/send-work-mails.ts';
import { hasSecretKey } from '../_shared/request/has-secret-key.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { RequestError } from '../_shared/request/request-error.ts';

const requestSchema = z.strictObject({ submission_id: z.uuid().optional() });

/** Tries again the mails that failed: to the team about requests, and to representatives about new work. */
async function sendWaitingMails(deps: FunctionDeps, correlationId: string): Promise<MailRun> {
  if (deps.mail.kind === 'test') return { sent: 0, failed: 0 };
  const ids = await deps.database.findUnsentNotifications(MAILS_PER_RUN);
  const outcomes = await Promise.all(ids.map((id) => notifyContact(deps, id, correlationId, null)));
  const work = await sendWorkMails(deps, correlationId);
  return {
    sent: work.sent + outcomes.filter((outcome) => outcome === 'sent').length,
    failed: work.failed + outcomes.filter((outcome) => outcome === 'not_sent').length,
  };
}

/**
 * Mails the team about a saved request that has not been mailed yet. Without an id: the next mails that wait, for a
 * timer. It requires the project's secret key. A second call sends nothing again.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('send-contact-notification', request, deps, async ({ body, correlationId }) => {
    if (!(await hasSecretKey(request, deps.config.secretKeys))) {
      throw new RequestError('unauthenticated', 'A valid key is needed.');
    }
    const { submission_id: contactRequestId } = parseRequest(requestSchema, body);
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
  });
}
