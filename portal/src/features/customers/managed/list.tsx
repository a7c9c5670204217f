import type {
  CustomersSort,
  ScopedCustomer,
} from '@corvane/shared/contracts/backend/customers/customer-list';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { formatCount } from '@corvane/shared/lib/counted';
import { useHostServices } from '../../../app/host-services-context.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { CUSTOMER_COLUMNS } from '../list.tsx';

/** What a customer has elsewhere in Operations, and the address that lists it. */
const COUNTS = {
  sales: { of: 'salesCount', path: 'tab=team&team-range=all&team-q=' },
  requests: { of: 'requestsCount', path: 'tab=requests&find=' },
} as const;

interface CountLinkProps {
  customer: ScopedCustomer;
  what: keyof typeof COUNTS;
  tabIndex?: -1;
}

/** A number that leads to what it counts. In a row it takes no step of the Tab key: the details have it, too. */
export function CountLink({ customer, what, tabIndex }: CountLinkProps) {
  const { Link } = useHostServices();
  const { of, path } = COUNTS[what];
  const count = customer[of];
  if (count === 0) return <span className="text-muted">none</span>;
  return (
    <Link
      to={`/sales-portal/operations?${path}${encodeURIComponent(customer.email)}`}
      className="tabular text-link"
      tabIndex={tabIndex}
    >
      <span>{formatCount(count)}</span>
      <span className="sr-only">{` ${what} of ${customerName(customer)}`}</span>
    </Link>
  );
}

/** Those of the representative's own list, and whose customer it is and what they have. */
export const MANAGED_CUSTOMER_COLUMNS: readonly Column<ScopedCustomer, CustomersSort>[] =
  CUSTOMER_COLUMNS.flatMap((column): readonly Column<ScopedCustomer, CustomersSort>[] => {
    if (column.id === 'customer') {
      return [
        column,
        {
          id: 'representative',
          head: 'Representative',
          phoneLabel: 'Of',
          className: 'max-lg:col-span-2',
          cell: ({ representative }) => <span className="wrap-anywhere">{representative}</span>,
        },
      ];
    }
    // No buttons follow.
    if (column.id === 'time-left') return [{ ...column, className: 'lg:pr-5!' }];
    if (column.id !== 'prices-seen') return [column];
    return (['sales', 'requests'] as const).map((what) => ({
      id: what,
      head: what === 'sales' ? 'Sales' : 'Requests',
      phoneLabel: what === 'sales' ? 'Sales' : 'Requests',
      align: 'right',
      className: 'max-lg:text-left print:text-right',
      cell: (customer) => <CountLink customer={customer} what={what} tabIndex={-1} />,
    }));
  });
