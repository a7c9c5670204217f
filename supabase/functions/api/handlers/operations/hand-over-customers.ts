import { sendWorkMails } from '../../mail/send-work-mails.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notAManager } from '../../request/not-a-manager.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

function wrongReceiver(message: string): RequestError {
  return new RequestError('invalid_request', message, { fields: { toRepId: message } });
}

/**
 * Hands customers and open contact requests from one representative to another, or undoes a handover. If the choice has
 * changed, nothing is written and the answer says what changed.
 */
export const handOverCustomers: Handler<'hand-over-customers'> = async (
  { body: handover, session, caller, correlationId },
  deps,
) => {
  const answer = await deps.database.handOver({ sessionId: session.sessionId, handover, ...caller });
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
};
