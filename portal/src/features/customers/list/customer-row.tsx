import type { Customer } from '@corvane/shared/contracts/backend/customers';
import { formatInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { formatCount } from '../../../lib/counted.ts';
import { PhoneLabel } from '../../../ui/phone-label.tsx';
import { TABLE_ROLES } from '../../../ui/table-roles.ts';
import { AccessActions } from '../access/access-actions.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerStatusMark, expiringWithin, statusNow } from '../status/customer-status.tsx';
import { TimeLeft } from '../status/time-left.tsx';

const CELL = 'lg:px-3 lg:py-2 lg:align-middle lg:first:pl-4 lg:last:pr-1.5';

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
  return (
    <tr
      {...TABLE_ROLES.row}
      data-row-id={customer.customerId}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 lg:table-row lg:h-14 lg:hover:bg-paper max-lg:outline-focus max-lg:-outline-offset-2 max-lg:has-[[data-row-opener]:focus-visible]:outline-2 lg:has-[[data-row-opener]:focus-visible]:bg-paper"
    >
      <th {...TABLE_ROLES.rowHeader} className={`${CELL} text-left font-normal wrap-anywhere lg:w-full`}>
        <button
          type="button"
          data-row-opener
          tabIndex={tabIndex}
          aria-haspopup="dialog"
          className="kept-on-paper -my-2 block w-full cursor-pointer rounded-control py-2 text-left hover:text-teal max-lg:focus-visible:outline-none"
          onClick={() => onOpen(customer)}
        >
          <span className="block leading-5 font-semibold">{customerName(customer)}</span>
          <CustomerDetail customer={customer} />
        </button>
      </th>
      <td
        {...TABLE_ROLES.cell}
        className={`${CELL} col-start-2 row-start-1 text-right lg:text-left print:text-left`}
      >
        <CustomerStatusMark status={status} soon={expiringWithin([customer])} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} tabular leading-5 max-lg:col-span-2 max-lg:mt-1`}>
        <Openings customer={customer} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} tabular lg:text-right print:text-right`}>
        <PhoneLabel until="lg">Prices seen</PhoneLabel>
        {customer.pricesSeenCount === 0 ? (
          <span className="text-muted">never</span>
        ) : (
          <span
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
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} text-right`}>
        <PhoneLabel until="lg">Left</PhoneLabel>
        <TimeLeft customer={customer} clockAheadMs={clockAheadMs} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} max-lg:col-span-2 max-lg:mt-2 print:hidden!`}>
        <div className="flex gap-2 lg:justify-end lg:gap-1">
          <AccessActions customer={customer} status={status} tabIndex={tabIndex} place="row" onAct={onAct} />
        </div>
      </td>
    </tr>
  );
}

function CustomerDetail({ customer: { name, email, company } }: { customer: Customer }) {
  const address = name === '' ? '' : email;
  return (
    <span className="block leading-5 text-muted">
      {company === '' ? null : <span className="max-lg:block">{company}</span>}
      {company === '' || address === '' ? null : <span className="max-lg:hidden"> · </span>}
      {address === '' ? null : (
        <span className="max-lg:block">
          <EmailAddress address={address} />
        </span>
      )}
    </span>
  );
}

/** If the address must break, it breaks before the @ and not within a word. */
function EmailAddress({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function Openings({ customer }: { customer: Customer }) {
  const { firstOpenedAt, lastOpenedAt, openingsCount } = customer;
  if (firstOpenedAt === null || lastOpenedAt === null)
    return <span className="text-muted">Not opened yet</span>;
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
