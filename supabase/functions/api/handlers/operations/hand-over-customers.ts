import { sendWorkMails } from '../../mail/send-work-mails.ts';
import { askDatabase } from '../../request/ask-database.ts';
import type { Handler } from '../../request/endpoint.ts';

/**
 * Hands customers and open contact requests from one representative to another, or undoes a handover. If the choice has
 * changed, nothing is written and the answer says what changed.
 */
export const handOverCustomers: Handler<'hand-over-customers'> = async (asked, deps) => {
  const answer = await askDatabase('hand_over_by_manager')(asked, deps);
  deps.finishLater(sendWorkMails(deps, asked.correlationId));
  return answer;
};
