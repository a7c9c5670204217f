import type { CustomersSort } from '@corvane/shared/contracts/backend/customers/customer-list';
import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers/customers';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { formatCount } from '@corvane/shared/lib/counted';
import { formatInstant } from '@corvane/shared/lib/instants';
import { BESIDE_NAME, type Column, PhoneLabel, RowName } from '../../ui/tables/data-table.tsx';
import { CustomerStatusMark, StatusNow, TimeLeft } from './status.tsx';

/** On a card, "Not opened yet" then says both. */
const isUnseen = ({ firstOpenedAt, pricesSeenCount }: Customer) =>
  firstOpenedAt === null && pricesSeenCount === 0;

export const customerIdOf = ({ customerId }: Customer) => customerId;

/** The list of customers. On a phone: name and status first, then the facts. */
export const CUSTOMER_COLUMNS: readonly Column<Customer, CustomersSort>[] = [
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
    opens: true,
    cell: (customer) => (
      <RowName
        of={[customer.company, customer.name === '' ? '' : customer.email]}
        detail={
          <StatusNow customer={customer}>{(status) => <span>{nextStep(customer, status)}</span>}</StatusNow>
        }
      >
        {customerName(customer)}
      </RowName>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    className: BESIDE_NAME,
    cell: (customer) => (
      <StatusNow customer={customer}>{(status) => <CustomerStatusMark status={status} />}</StatusNow>
    ),
  },
  {
    id: 'opened',
    head: 'Opened',
    sort: 'opened',
    className: (customer) => `tabular leading-5 max-lg:mt-1 ${isUnseen(customer) ? '' : 'max-lg:col-span-2'}`,
    cell: (customer) => (
      <StatusNow customer={customer}>
        {(status) => <Openings customer={customer} status={status} />}
      </StatusNow>
    ),
  },
  {
    id: 'prices-seen',
    head: 'Prices seen',
    phoneLabel: 'Prices seen',
    align: 'right',
    className: (customer) =>
      `tabular max-lg:text-left print:text-right ${isUnseen(customer) ? 'max-lg:hidden' : ''}`,
    cell: ({ pricesSeenCount, pricesLastSeenAt }) =>
      pricesSeenCount === 0 ? (
        <span className="text-muted">never</span>
      ) : (
        <span
          key="seen"
          className="whitespace-nowrap"
          title={pricesLastSeenAt === null ? undefined : `Last ${formatInstant(pricesLastSeenAt)}`}
        >{`${formatCount(pricesSeenCount)}×`}</span>
      ),
  },
  {
    id: 'time-left',
    head: 'Time left',
    sort: 'ends',
    phoneLabel: 'Left',
    align: 'right',
    className: (customer) => (isUnseen(customer) ? 'max-lg:mt-1' : ''),
    cell: (customer) => <TimeLeft customer={customer} />,
  },
];

/** What a representative does next for a customer. */
export function nextStep({ pricesSeenCount }: Customer, status: CustomerStatus): string {
  switch (status) {
    case 'issued':
      return 'Ask whether the email arrived';
    case 'opened':
    case 'active':
      return pricesSeenCount === 0 ? 'Show them where the prices are' : 'Ask what they think of the prices';
    case 'expiring':
      return 'Extend it if they need longer';
    case 'expired':
      return 'Extend it if they are still interested';
    case 'revoked':
      return 'Issue a new link if they ask';
  }
}

function Openings({ customer, status }: { customer: Customer; status: CustomerStatus }) {
  const { firstOpenedAt, lastOpenedAt, openingsCount } = customer;
  if (firstOpenedAt === null || lastOpenedAt === null) {
    // When the link does not work now, nothing is still to come.
    const isOver = status === 'expired' || status === 'revoked';
    return <span className="whitespace-nowrap text-muted">{isOver ? 'Never opened' : 'Not opened yet'}</span>;
  }
  if (openingsCount < 2 || firstOpenedAt === lastOpenedAt) {
    return (
      <span className="whitespace-nowrap">
        <PhoneLabel>Opened</PhoneLabel>
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
