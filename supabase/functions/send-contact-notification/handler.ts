import { z } from 'zod';
import { isSameSecret } from '../_shared/credential-hash.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/json-endpoint.ts';
import { notifyContact } from '../_shared/notify-contact.ts';
import { parseRequest } from '../_shared/parse-request.ts';
import { RequestError } from '../_shared/request-error.ts';

const requestSchema = z.strictObject({ submission_id: z.uuid() });

async function hasSecretKey(request: Request, secretKeys: string[]): Promise<boolean> {
  const presented =
    request.headers.get('apikey') ??
    /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ??
    '';
  const matches = await Promise.all(secretKeys.map((key) => isSameSecret(presented, key)));
  return matches.includes(true);
}

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
