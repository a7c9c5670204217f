import { handOverRequestSchema } from '../../../shared/src/contracts/backend/representatives/handover.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { sendWorkMails } from '../_shared/mail/send-work-mails.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

function wrongReceiver(message: string): RequestError {
  return new RequestError('invalid_request', message, { fields: { toRepId: message } });
}

/**
 * Hands customers and open contact requests from one representative to another, or undoes a handover. If the choice has
 * changed, nothing is written and the answer says what changed.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('hand-over-customers', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const handover = parseRequest(handOverRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const answer = await deps.database.handOver({ sessionId, handover, ipAddress, userAgent });
    switch (answer.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw notAManager();
      case 'same_rep':
        throw wrongReceiver('Please choose another representative');
      case 'disabled':
        throw wrongReceiver('Please choose an enabled representative');
      case 'used': {
        const message = 'Another handover has this id';
        throw new RequestError('invalid_request', message, { fields: { handoverId: message } });
      }
      case 'none':
        if (handover.action === 'undo') throw new RequestError('not_found', 'No such handover.');
    }
    deps.log({ level: 'info', event: `handover_${answer.outcome}`, correlationId });
    deps.finishLater(sendWorkMails(deps, correlationId));
    return { body: answer };
  });
}
