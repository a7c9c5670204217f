import type {
  CustomerTimeline,
  TimelineActor,
} from '@corvane/shared/contracts/backend/customers/customer-timeline';
import { formatDeadline } from '@corvane/shared/lib/instants';

type TimelineLine = CustomerTimeline['lines'][number];

/** One line of the audit trail as a sentence. @param customer the name to use for the customer */
export function timelineWords(line: TimelineLine, customer: string): string {
  const who = actorWords(line.by, customer);
  const until = line.expiresAt === null ? '' : `, valid until ${formatDeadline(line.expiresAt)}`;
  switch (line.event) {
    case 'code_sent':
      return `${who} sent a verification code`;
    case 'code_failed':
      return `${who} entered a wrong code`;
    case 'link_issued':
      return `${who} issued an access link${until}`;
    case 'link_opened':
      return `${customer} opened the access link`;
    case 'link_extended':
      return `${who} extended access${until}`;
    case 'link_revoked':
      return `${who} revoked access`;
    case 'link_expired':
      return 'The access link expired';
    case 'customer_signed_in':
      return `${customer} signed in`;
    case 'customer_sign_in_failed':
      return `${customer} tried a link that ${REFUSALS[line.reason ?? 'none']}`;
    case 'prices_revealed':
      return `${customer} was shown prices`;
    case 'contact_request_received':
      return `A request of ${customer} arrived`;
    case 'signed_out':
      return line.by === 'customer' ? `${customer} signed out` : `${customer} was signed out`;
  }
}

const REFUSALS = {
  revoked: 'had been revoked',
  expired: 'had ended',
  none: 'was not accepted',
} as const;

function actorWords(actor: TimelineActor, customer: string): string {
  switch (actor) {
    case 'you':
      return 'You';
    case 'customer':
      return customer;
    case 'colleague':
      return 'A colleague';
    case 'operator':
      return 'An operator';
    case 'system':
      return 'The system';
  }
}
