import { Button } from '@corvane/shared/ui/button';
import { EmptyState, ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { SALES_PAGE_SIZE, salesPagesQuery } from './commissions.queries.ts';
import { SalesTable, SalesTableSkeleton } from './sales-table.tsx';
import { StaleNotice } from './stale-notice.tsx';

const COUNT = new Intl.NumberFormat('en-US');
const LOAD_FAILED = 'Failed to load sales data. Please try again later.';

/** The rep's sales, newest first; older ones on demand. */
export function SalesList({ repId }: { repId: string }) {
  const { api } = useHostServices();
  const pages = useInfiniteQuery(salesPagesQuery(api, repId));

  if (pages.isPending) {
    return (
      <PendingRegion label="Loading your sales">
        <SalesTableSkeleton rowCount={SALES_PAGE_SIZE} />
      </PendingRegion>
    );
  }
  if (pages.data === undefined) {
    return (
      <ErrorState title={LOAD_FAILED} onRetry={() => void pages.refetch()} retrying={pages.isFetching} />
    );
  }
  const sales = pages.data.pages.flatMap((page) => page.rows);
  if (sales.length === 0) {
    return (
      <EmptyState title="No sales data available yet.">
        A sale appears here as soon as it is booked for one of your customers.
      </EmptyState>
    );
  }
  return (
    <>
      {pages.isRefetchError ? (
        <StaleNotice retrying={pages.isFetching} onRetry={() => void pages.refetch()}>
          These sales could not be refreshed and may be out of date.
        </StaleNotice>
      ) : null}
      <SalesTable sales={sales} />
      <MoreSales
        shownCount={sales.length}
        hasMore={pages.hasNextPage}
        loading={pages.isFetchingNextPage}
        failed={pages.isFetchNextPageError}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  );
}

interface MoreSalesProps {
  shownCount: number;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore(): void;
}

/** How much is shown, and the way to more. A page that fails leaves what is there, and can be asked for again. */
export function MoreSales({ shownCount, hasMore, loading, failed, onMore }: MoreSalesProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    // The button goes with the last page; without this a keyboard would start over at the top of the document.
    if (asked.current && !hasMore) status.current?.focus();
  }, [hasMore]);

  function more() {
    asked.current = true;
    onMore();
  }

  return (
    <div className="mt-4 flex flex-col items-start gap-4">
      {failed ? <ErrorState title={LOAD_FAILED} onRetry={more} retrying={loading} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasMore && !failed ? (
          <Button className="text-sm" busy={loading} onClick={more}>
            Show more
          </Button>
        ) : null}
        <p ref={status} role="status" tabIndex={-1} className="tabular text-sm text-muted">
          {hasMore
            ? `The newest ${COUNT.format(shownCount)} sales are shown`
            : `All ${COUNT.format(shownCount)} sales are shown`}
        </p>
      </div>
    </div>
  );
}
