import { z } from 'zod';
import type { FunctionDeps } from '../_shared/deps.ts';
import { notifyContact } from '../_shared/mail/notify-contact.ts';
import { hasSecretKey } from '../_shared/request/has-secret-key.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { RequestError } from '../_shared/request/request-error.ts';

const requestSchema = z.strictObject({ submission_id: z.uuid() });

/**
 * Mails the team about a saved request that has not been mailed yet, for a retry after a failure. It requires the
 * project's secret key. A second call sends nothing again.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('send-contact-notification', request, deps, async ({ body, correlationId }) => {
    if (!(await hasSecretKey(request, deps.config.secretKeys))) {
      throw new RequestError('unauthenticated', 'A valid key is needed.');
    }
    const { submission_id: contactRequestId } = parseRequest(requestSchema, body);
    const outcome = await notifyContact(deps, contactRequestId, correlationId, null);
    if (outcome === 'missing') throw new RequestError('not_found', 'No such request.');
    return { body: { contactRequestId, notified: outcome === 'sent' } };
  });
}
