import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers/customers';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { Button } from '@corvane/shared/ui/button';

export type AccessAction = 'extend' | 'revoke' | 'issue';

interface AccessActionsProps {
  customer: Customer;
  status: CustomerStatus;
  tabIndex?: 0 | -1;
  /** In a row, the most common action comes first and stands out. */
  place: 'row' | 'details';
  onAct(customer: Customer, action: AccessAction): void;
}

const LABELS: Record<AccessAction, string> = { extend: 'Extend', revoke: 'Revoke', issue: 'Issue again' };

/** The actions that a customer's access allows now. Each button names the customer for screen readers. */
export function AccessActions({ customer, status, tabIndex, place, onAct }: AccessActionsProps) {
  return actionsFor(customer, status).map((action, index) => (
    <Button
      key={action}
      variant={place === 'row' && index > 0 ? 'quiet' : 'outline'}
      tabIndex={tabIndex}
      className={`text-sm whitespace-nowrap max-md:grow ${place === 'row' ? 'lg:px-2.5' : ''}`}
      onClick={() => onAct(customer, action)}
    >
      {LABELS[action]}
      <span className="sr-only">{` ${customerName(customer)}`}</span>
    </Button>
  ));
}

/** A revoked link cannot be restored. An expired one can be extended, because the customer still has it. */
function actionsFor(customer: Pick<Customer, 'tokenExpiresAt'>, status: CustomerStatus): AccessAction[] {
  if (status === 'revoked' || customer.tokenExpiresAt === null) return ['issue'];
  return status === 'expired' ? ['extend', 'issue'] : ['extend', 'revoke'];
}
