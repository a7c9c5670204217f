import type { Customer } from '@corvane/shared/contracts/backend/customers';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { TABLE_ROLES } from '../../../ui/table-roles.ts';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import type { AccessAction } from '../access/access-dialog.tsx';
import { CustomerRow } from './customer-row.tsx';

const COLUMNS = [
  { label: 'Customer', align: 'text-left' },
  { label: 'Status', align: 'text-left' },
  { label: 'Opened', align: 'text-left' },
  { label: 'Prices seen', align: 'text-right' },
  { label: 'Time left', align: 'text-right' },
  { label: 'Access', align: 'text-right print:hidden!' },
] as const;

interface CustomersTableProps {
  customers: readonly Customer[];
  clockAheadMs: number;
  onOpen(customer: Customer): void;
  onAct(customer: Customer, action: AccessAction): void;
}

export function CustomersTable({ customers, clockAheadMs, onOpen, onAct }: CustomersTableProps) {
  const { rowsProps, tabIndexOf } = useRowKeys(customers.map(({ customerId }) => customerId));
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <table {...TABLE_ROLES.table} className="block w-full border-collapse text-sm lg:table">
        <caption className="sr-only">Customers you qualified, the newest link first</caption>
        <thead {...TABLE_ROLES.group} className="sr-only lg:not-sr-only lg:table-header-group">
          <tr {...TABLE_ROLES.row} className="border-b border-line bg-sunken">
            {COLUMNS.map(({ label, align }) => (
              <th
                key={label}
                {...TABLE_ROLES.columnHeader}
                className={`h-10 px-3 font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-5 ${align}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} {...rowsProps} className="block lg:table-row-group">
          {customers.map((customer) => (
            <CustomerRow
              key={customer.customerId}
              customer={customer}
              clockAheadMs={clockAheadMs}
              tabIndex={tabIndexOf(customer.customerId)}
              onOpen={onOpen}
              onAct={onAct}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function CustomersTableSkeleton({ rowCount }: { rowCount: number }) {
  return (
    <TableSkeleton rowCount={rowCount} headClassName="hidden lg:block" rowClassName="h-44 lg:h-[3.8125rem]">
      <Skeleton className="h-8 grow" />
      <Skeleton className="h-4 w-20 shrink-0" />
      <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
    </TableSkeleton>
  );
}
