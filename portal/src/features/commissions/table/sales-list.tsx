import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { SalesSort, SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { Refreshing } from '../../../ui/tables/refreshing.tsx';
import { StaleNotice } from '../../../ui/tables/stale-notice.tsx';
import { salesPageQuery } from '../commissions.queries.ts';
import { EVERY_DAY, isSameRange } from '../range/date-ranges.ts';
import { isNarrowed, SALES_PAGE_SIZE, type SalesView } from '../sales-search.ts';
import { SalesPager } from './sales-pager.tsx';
import { SalesTable, SalesTableSkeleton } from './sales-table.tsx';
import { useSalesPages } from './use-sales-pages.ts';

interface SalesListProps {
  repId: string;
  view: SalesView;
  /** Totals of the view. Undefined while they load. */
  dashboard: SalesDashboard | undefined;
  /** Whether the totals still belong to the previous view. */
  areTotalsOld: boolean;
  onSort(sort: SalesSort, direction: SortDirection): void;
  onOpen(saleId: string): void;
  onClear(): void;
  /** Called when the first rows are shown or have failed. Less urgent parts may then load. */
  onSettled(): void;
}

const LOAD_FAILED = 'Failed to load sales data. Please try again later.';

/** The sales of the view, one page at a time. The current page stays until the next one has loaded. */
export function SalesList(props: SalesListProps) {
  const { repId, view, dashboard, areTotalsOld, onSort, onOpen, onClear, onSettled } = props;
  const { api } = useHostServices();
  const pages = useSalesPages(view);
  const top = useRef<HTMLDivElement>(null);
  const page = useQuery(salesPageQuery(api, repId, view, pages.after));

  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });
  useEffect(() => {
    if (!page.isPending) settled.current();
  }, [page.isPending]);

  const isOldAndEmpty = page.isPlaceholderData && page.data?.rows.length === 0;
  if ((page.isPending || isOldAndEmpty) && !hasFailed(page)) {
    return (
      <PendingRegion label="Loading your sales">
        <SalesTableSkeleton rowCount={SALES_PAGE_SIZE} />
      </PendingRegion>
    );
  }
  if (page.data === undefined || hasFailed(page)) {
    return (
      <ErrorState
        title={LOAD_FAILED}
        onRetry={() => void page.refetch()}
        retrying={page.isFetching}
        otherAction={
          pages.pageIndex === 0 ? null : (
            <Button variant="quiet" onClick={pages.first}>
              Back to the first page
            </Button>
          )
        }
      />
    );
  }
  const { rows, hasMore, nextAfter } = page.data;
  if (rows.length === 0) {
    const narrowed = isNarrowed(view.filter);
    if (dashboard?.allSalesCount === 0 || (!narrowed && isSameRange(view.filter, EVERY_DAY))) {
      return (
        <EmptyState title="No sales data available yet.">
          A sale appears here as soon as it is booked for one of your customers.
        </EmptyState>
      );
    }
    return (
      <EmptyState title={narrowed ? 'No sales match these filters.' : 'No sales in this period.'}>
        <Button className="mt-2 text-sm" onClick={onClear}>
          {narrowed ? 'Clear all filters' : 'Show sales of all time'}
        </Button>
      </EmptyState>
    );
  }
  function turn(move: () => void) {
    move();
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }
  return (
    <div ref={top} className="scroll-mt-24">
      {page.isRefetchError ? (
        <StaleNotice retrying={page.isFetching} onRetry={() => void page.refetch()}>
          These sales could not be refreshed and may be out of date.
        </StaleNotice>
      ) : null}
      <Refreshing isOld={page.isPlaceholderData}>
        <SalesTable
          sales={rows}
          sort={view.sort}
          direction={view.direction}
          totals={dashboard?.totals}
          areTotalsOld={areTotalsOld}
          onSort={onSort}
          onOpen={onOpen}
        />
      </Refreshing>
      <SalesPager
        pageIndex={pages.pageIndex}
        shownCount={rows.length}
        allCount={areTotalsOld ? undefined : dashboard?.totals.salesCount}
        hasMore={hasMore}
        loading={page.isPlaceholderData}
        onPrevious={() => turn(pages.previous)}
        onNext={() => turn(() => nextAfter !== null && !page.isPlaceholderData && pages.next(nextAfter))}
      />
    </div>
  );
}
