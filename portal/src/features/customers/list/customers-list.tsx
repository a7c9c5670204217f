import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { DataTableSkeleton } from '../../../ui/tables/data-table-skeleton.tsx';
import { PagedList } from '../../../ui/tables/paged-list.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import type { TimedCustomersPage } from '../customers.queries.ts';
import { CustomersTable } from './customers-table.tsx';

type CustomersPages = UseInfiniteQueryResult<{ pages: TimedCustomersPage[] }>;

interface CustomersListProps {
  pages: CustomersPages;
  customers: readonly Customer[];
  onOpen(customer: Customer): void;
  onAct(customer: Customer, action: AccessAction): void;
  onClear(): void;
  onQualify(): void;
}

/** The customers of the view, or the reason why there are none. */
export function CustomersList({ pages, customers, onOpen, onAct, onClear, onQualify }: CustomersListProps) {
  const first = pages.data?.pages[0];
  const hasAny = Object.values(first?.counts ?? {}).some((count) => count > 0);
  return (
    <PagedList
      pages={pages}
      what="your customers"
      noun="customer"
      first="newest"
      shownCount={customers.length}
      skeleton={<DataTableSkeleton />}
      empty={
        hasAny ? (
          <EmptyState title="No customer matches.">
            <p>None of your customers has this status and matches the search.</p>
            <Button className="mt-4 text-sm" onClick={onClear}>
              Show all customers
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title="No customers yet.">
            <p>Customers you qualify appear here with the status of their link.</p>
            <Button className="mt-4 text-sm" onClick={onQualify}>
              Qualify a customer
            </Button>
          </EmptyState>
        )
      }
    >
      <CustomersTable
        customers={customers}
        clockAheadMs={pages.data?.pages.at(-1)?.clockAheadMs ?? 0}
        onOpen={onOpen}
        onAct={onAct}
      />
    </PagedList>
  );
}
