import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { CustomerRow } from './customer-row.tsx';

const COLUMNS = [
  { label: 'Customer', align: 'text-left' },
  { label: 'Status', align: 'text-left' },
  { label: 'Opened', align: 'text-left' },
  { label: 'Prices seen', align: 'text-right' },
  { label: 'Time left', align: 'text-right' },
  { label: 'Access', align: 'text-left', isOfActions: true },
] as const;

interface CustomersTableProps {
  customers: readonly Customer[];
  clockAheadMs: number;
  onOpen(customer: Customer): void;
  onAct(customer: Customer, action: AccessAction): void;
}

export function CustomersTable({ customers, clockAheadMs, onOpen, onAct }: CustomersTableProps) {
  return (
    <DataTable
      caption="Customers you qualified, the newest link first"
      columns={COLUMNS}
      rowIds={customers.map(({ customerId }) => customerId)}
    >
      {(tabIndexOf) =>
        customers.map((customer) => (
          <CustomerRow
            key={customer.customerId}
            customer={customer}
            clockAheadMs={clockAheadMs}
            tabIndex={tabIndexOf(customer.customerId)}
            onOpen={onOpen}
            onAct={onAct}
          />
        ))
      }
    </DataTable>
  );
}
