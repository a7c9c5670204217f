import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { formatCount } from '@corvane/shared/lib/counted';
import { formatInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { ContactLine } from '../../../ui/facts/contact-line.tsx';
import { DataActionsCell, DataCell, DataRow, DataStatusCell } from '../../../ui/tables/data-table.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';
import { AccessActions } from '../access/access-actions.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerStatusMark, statusNow } from '../status/customer-status.tsx';
import { TimeLeft } from '../status/time-left.tsx';

interface CustomerRowProps {
  customer: Customer;
  clockAheadMs: number;
  tabIndex: 0 | -1;
  onOpen(customer: Customer): void;
  onAct(customer: Customer, action: AccessAction): void;
}

/** One customer. On a phone it is a card: name and status first, then the facts, then the buttons side by side. */
export function CustomerRow({ customer, clockAheadMs, tabIndex, onOpen, onAct }: CustomerRowProps) {
  const status = statusNow(customer, useServerNow(clockAheadMs));
  /** On a card, "Not opened yet" then says both. */
  const isUnseen = customer.firstOpenedAt === null && customer.pricesSeenCount === 0;
  return (
    <DataRow
      rowId={customer.customerId}
      tabIndex={tabIndex}
      title={customerName(customer)}
      detail={<ContactLine company={customer.company} address={customer.name === '' ? '' : customer.email} />}
      onOpen={() => onOpen(customer)}
    >
      <DataStatusCell>
        <CustomerStatusMark status={status} />
      </DataStatusCell>
      <DataCell className={`tabular leading-5 max-lg:mt-1 ${isUnseen ? '' : 'max-lg:col-span-2'}`}>
        <Openings customer={customer} isOver={status === 'expired' || status === 'revoked'} />
      </DataCell>
      <DataCell className={`tabular lg:text-right print:text-right ${isUnseen ? 'max-lg:hidden' : ''}`}>
        <PhoneLabel until="lg">Prices seen</PhoneLabel>
        {customer.pricesSeenCount === 0 ? (
          <span className="text-muted">never</span>
        ) : (
          <span
            key="seen"
            className="whitespace-nowrap"
            title={
              customer.pricesLastSeenAt === null
                ? undefined
                : `Last ${formatInstant(customer.pricesLastSeenAt)}`
            }
          >
            {formatCount(customer.pricesSeenCount)}×
          </span>
        )}
      </DataCell>
      <DataCell className={`text-right ${isUnseen ? 'max-lg:mt-1' : ''}`}>
        <PhoneLabel until="lg">Left</PhoneLabel>
        <TimeLeft customer={customer} clockAheadMs={clockAheadMs} />
      </DataCell>
      <DataActionsCell align="left">
        <AccessActions customer={customer} status={status} tabIndex={tabIndex} place="row" onAct={onAct} />
      </DataActionsCell>
    </DataRow>
  );
}

/** @param isOver the link does not work now, so nothing is still to come */
function Openings({ customer, isOver }: { customer: Customer; isOver: boolean }) {
  const { firstOpenedAt, lastOpenedAt, openingsCount } = customer;
  if (firstOpenedAt === null || lastOpenedAt === null)
    return <span className="text-muted">{isOver ? 'Never opened' : 'Not opened yet'}</span>;
  if (openingsCount < 2 || firstOpenedAt === lastOpenedAt) {
    return (
      <span className="whitespace-nowrap">
        <PhoneLabel until="lg">Opened</PhoneLabel>
        <time dateTime={firstOpenedAt}>{formatInstant(firstOpenedAt)}</time>
      </span>
    );
  }
  return (
    <>
      <span className="block whitespace-nowrap">
        <span className="text-muted">Last</span>{' '}
        <time dateTime={lastOpenedAt}>{formatInstant(lastOpenedAt)}</time>
      </span>
      <span className="block whitespace-nowrap text-muted">
        First <time dateTime={firstOpenedAt}>{formatInstant(firstOpenedAt)}</time>
      </span>
    </>
  );
}
