import type { Customer } from '@corvane/shared/contracts/backend/customers';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { counted } from '../../../lib/counted.ts';
import { hasFailed } from '../../../lib/has-failed.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Refreshing } from '../../../ui/refreshing.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import type { TimedCustomersPage } from '../customers.queries.ts';
import { CustomersTable, CustomersTableSkeleton } from './customers-table.tsx';

export type CustomersPages = UseInfiniteQueryResult<{ pages: TimedCustomersPage[] }>;

interface CustomersListProps {
  pages: CustomersPages;
  customers: readonly Customer[];
  onOpen(customer: Customer): void;
  onAct(customer: Customer, action: AccessAction): void;
  onClear(): void;
  onQualify(): void;
}

const LOAD_FAILED = 'Failed to load your customers. Please try again later.';

/** Pending, error, empty, no match, rows: the list says which of these it is. */
export function CustomersList({ pages, customers, onOpen, onAct, onClear, onQualify }: CustomersListProps) {
  if (pages.isPending && !hasFailed(pages)) {
    return (
      <PendingRegion label="Loading your customers">
        <CustomersTableSkeleton rowCount={8} />
      </PendingRegion>
    );
  }
  const first = pages.data?.pages[0];
  if (first === undefined || hasFailed(pages)) {
    return (
      <ErrorState title={LOAD_FAILED} onRetry={() => void pages.refetch()} retrying={pages.isFetching} />
    );
  }
  const hasAny = Object.values(first.counts).some((count) => count > 0);
  return (
    <>
      {pages.isRefetchError ? (
        <StaleNotice retrying={pages.isFetching} onRetry={() => void pages.refetch()}>
          This list could not be refreshed and may be out of date.
        </StaleNotice>
      ) : null}
      {customers.length > 0 ? (
        <Refreshing isOld={pages.isPlaceholderData}>
          <CustomersTable
            customers={customers}
            clockAheadMs={pages.data?.pages.at(-1)?.clockAheadMs ?? first.clockAheadMs}
            onOpen={onOpen}
            onAct={onAct}
          />
          <LoadMore
            hasMore={pages.hasNextPage}
            loading={pages.isFetchingNextPage}
            failure={pages.isFetchNextPageError ? LOAD_FAILED : null}
            onMore={() => void pages.fetchNextPage()}
          >
            {pages.hasNextPage
              ? `The newest ${counted(customers.length, 'customer')} are shown`
              : `${counted(customers.length, 'customer')} shown`}
          </LoadMore>
        </Refreshing>
      ) : hasAny ? (
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
      )}
    </>
  );
}
