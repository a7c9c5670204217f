import type { SalesDashboard, SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { SalesSort, SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useNewest } from '../../lib/use-newest.ts';
import { SignedCents } from '../../ui/facts/signed-cents.tsx';
import { DataTable, TABLE_ROLES, TableSkeleton } from '../../ui/tables/data-table.tsx';
import { ExportButton } from '../../ui/tables/export-button.tsx';
import { QueryState, Refreshing } from '../../ui/tables/query-state.tsx';
import { type allSales, salesPageQuery } from './api.ts';
import { SALE_COLUMNS, SALES_LOOK, salesCsv } from './list.tsx';
import { EVERY_DAY, firstDirection, isSameRange, SALES_PAGE_SIZE, type SalesView } from './search.ts';
import { isNarrowed } from './words.ts';

interface SalesListProps {
  view: SalesView;
  columns: typeof SALE_COLUMNS;
  /** Totals of the view. Undefined while they load. */
  dashboard: SalesDashboard | undefined;
  /** Whether the totals still belong to the previous view. */
  areTotalsOld: boolean;
  onSort(sort: SalesSort, direction: SortDirection): void;
  /** The sale that is explained. */
  openId: string | null;
  onOpen(saleId: string): void;
  onClear(): void;
  /** Called when the first rows are shown or have failed. Less urgent parts may then load. */
  onSettled(): void;
}

/** The sales of the view, one page at a time. The current page stays until the next one has loaded. */
export function SalesList(props: SalesListProps) {
  const { view, columns, dashboard, areTotalsOld, onSort, openId, onOpen, onClear, onSettled } = props;
  const { api } = useHostServices();
  const pages = useSalesPages(view);
  const top = useRef<HTMLDivElement>(null);
  const page = useQuery(salesPageQuery(api, view, pages.after));

  const settled = useNewest(onSettled);
  useEffect(() => {
    if (!page.isPending) settled();
  }, [page.isPending, settled]);

  function turn(move: () => void) {
    move();
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }
  const { sort, direction } = view;
  return (
    <div ref={top} className="scroll-mt-24">
      <QueryState
        query={page}
        what="sales"
        skeleton={
          <TableSkeleton
            rowCount={SALES_PAGE_SIZE}
            headClassName="hidden md:block"
            rowClassName="h-36 md:h-[2.8125rem]"
          >
            <Skeleton className="h-6 w-28 shrink-0" />
            <Skeleton className="h-4 grow" />
            <Skeleton className="h-4 w-20 shrink-0" />
          </TableSkeleton>
        }
        failure="Failed to load sales data. Please try again later."
        otherAction={
          pages.pageIndex === 0 ? null : (
            <Button variant="quiet" onClick={pages.first}>
              Back to the first page
            </Button>
          )
        }
        stale="These sales could not be refreshed and may be out of date."
        isEmpty={({ rows }) => rows.length === 0}
      >
        {({ rows, hasMore, nextAfter }) =>
          rows.length === 0 ? (
            <NoSales view={view} dashboard={dashboard} onClear={onClear} />
          ) : (
            <>
              <Refreshing isOld={page.isPlaceholderData}>
                <DataTable
                  caption="Sales. Amounts in US dollars. Enter explains a row."
                  columns={columns}
                  look={SALES_LOOK}
                  rows={rows}
                  idOf={({ id }) => id}
                  openId={openId}
                  order={{
                    by: sort,
                    direction,
                    onSort: (by) => onSort(by, by === sort ? OPPOSITE[direction] : firstDirection(by)),
                  }}
                  foot={
                    dashboard === undefined ? null : (
                      <TotalsFoot totals={dashboard.totals} isOld={areTotalsOld} />
                    )
                  }
                  openerTitle="How this was calculated"
                  onOpen={({ id }) => onOpen(id)}
                />
              </Refreshing>
              <SalesPager
                pageIndex={pages.pageIndex}
                shownCount={rows.length}
                allCount={areTotalsOld ? undefined : dashboard?.totals.salesCount}
                hasMore={hasMore}
                loading={page.isPlaceholderData}
                onPrevious={() => turn(pages.previous)}
                onNext={() =>
                  turn(() => nextAfter !== null && !page.isPlaceholderData && pages.next(nextAfter))
                }
              />
            </>
          )
        }
      </QueryState>
    </div>
  );
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/** Why there are none. */
function NoSales({ view, dashboard, onClear }: Pick<SalesListProps, 'view' | 'dashboard' | 'onClear'>) {
  const narrowed = isNarrowed(view.filter);
  if (dashboard?.allSalesCount === 0 || (!narrowed && isSameRange(view.filter, EVERY_DAY))) {
    return (
      <EmptyState title="No sales data available yet.">
        A sale appears here as soon as it is booked.
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

/** The totals over all pages of the view. */
function TotalsFoot({ totals, isOld }: { totals: SalesTotals; isOld: boolean }) {
  const cancelledCount = totals.salesCount - totals.activeCount;
  return (
    <tfoot
      {...TABLE_ROLES.group}
      aria-busy={isOld}
      className={`block border-t-2 bg-sunken md:table-footer-group ${isOld ? 'border-teal' : 'border-control'}`}
    >
      <TotalsRow
        label={`Total of ${counted(totals.salesCount, 'sale')}`}
        amountCents={totals.salesCents}
        commissionCents={totals.commissionCents}
      />
      {cancelledCount === 0 ? null : (
        <TotalsRow
          label={`Without ${counted(cancelledCount, 'cancelled sale')}`}
          amountCents={totals.netSalesCents}
          commissionCents={totals.netCommissionCents}
        />
      )}
    </tfoot>
  );
}

interface TotalsRowProps {
  label: string;
  amountCents: number;
  commissionCents: number;
}

const COLUMN_IDS = SALE_COLUMNS.map(({ id }) => id);
const COLUMNS_BEFORE_AMOUNT = COLUMN_IDS.indexOf('amount');
const COLUMNS_AFTER_COMMISSION = COLUMN_IDS.length - COLUMN_IDS.indexOf('commission') - 1;
const TOTAL_CELL = 'font-medium md:h-10 md:px-2 lg:px-3';

function TotalsRow({ label, amountCents, commissionCents }: TotalsRowProps) {
  return (
    <tr
      {...TABLE_ROLES.row}
      className="grid grid-cols-2 gap-x-4 px-4 py-2 max-[17rem]:flex max-[17rem]:flex-col md:table-row"
    >
      <th
        {...TABLE_ROLES.rowHeader}
        colSpan={COLUMNS_BEFORE_AMOUNT}
        className={`${TOTAL_CELL} text-left max-md:col-span-2 md:pl-4 lg:pl-4`}
      >
        {label}
      </th>
      <td {...TABLE_ROLES.cell} className={`${TOTAL_CELL} md:text-right`}>
        <span className="sr-only md:hidden">Amount </span>
        <SignedCents cents={amountCents} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${TOTAL_CELL} text-right`}>
        <span className="font-normal text-muted md:hidden print:hidden">Commission </span>
        <SignedCents cents={commissionCents} />
      </td>
      <td {...TABLE_ROLES.cell} colSpan={COLUMNS_AFTER_COMMISSION} className="max-md:hidden" />
    </tr>
  );
}

interface SalesPagerProps {
  pageIndex: number;
  shownCount: number;
  /** How many sales match the filter. Undefined while the number is unknown. */
  allCount: number | undefined;
  hasMore: boolean;
  /** Whether the shown sales are still those of another page or view. */
  loading: boolean;
  onPrevious(): void;
  onNext(): void;
}

/** Moves through the pages and says which is shown. The focus stays on an enabled button, or the text. */
function SalesPager(props: SalesPagerProps) {
  const { pageIndex, shownCount, allCount, hasMore, loading, onPrevious, onNext } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const pressed = useRef<'previous' | 'next' | null>(null);
  useEffect(() => {
    if (loading || pressed.current === null) return;
    const isAtItsEnd = pressed.current === 'next' ? !hasMore : pageIndex === 0;
    if (isAtItsEnd) status.current?.focus({ preventScroll: true });
    pressed.current = null;
  }, [loading, hasMore, pageIndex]);

  function turn(direction: 'previous' | 'next', move: () => void) {
    pressed.current = direction;
    move();
  }

  const first = pageIndex * SALES_PAGE_SIZE + 1;
  const of = allCount === undefined ? '' : ` of ${formatCount(allCount)}`;
  return (
    <nav
      aria-label="Pages of sales"
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p ref={status} role="status" tabIndex={-1} className="tabular text-sm text-muted">
        {loading
          ? 'Loading sales'
          : `Sales ${formatCount(first)} to ${formatCount(first + shownCount - 1)}${of}`}
      </p>
      {pageIndex === 0 && !hasMore ? null : (
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
          <Button className="text-sm" disabled={pageIndex === 0} onClick={() => turn('previous', onPrevious)}>
            Previous page
          </Button>
          <Button className="text-sm" busy={loading} disabled={!hasMore} onClick={() => turn('next', onNext)}>
            Next page
          </Button>
        </div>
      )}
    </nav>
  );
}

/** Which page is shown, with the cursors of those before. A new view starts at its first page. */
function useSalesPages(view: SalesView) {
  const key = JSON.stringify(view);
  const [state, setState] = useState<{ key: string; way: readonly string[] }>({ key, way: [] });
  if (state.key !== key) setState({ key, way: [] });
  const way = state.key === key ? state.way : [];
  return {
    /** Cursor of the shown page. Null for the first. */
    after: way.at(-1) ?? null,
    /** Counted from 0. */
    pageIndex: way.length,
    next: (nextAfter: string) => setState({ key, way: [...way, nextAfter] }),
    previous: () => setState({ key, way: way.slice(0, -1) }),
    first: () => setState({ key, way: [] }),
  };
}

interface SalesExportButtonProps {
  view: SalesView;
  columns: typeof SALE_COLUMNS;
  /** All sales of the view, page by page. */
  pages: typeof allSales;
  /** How many sales match the filter. Undefined while the number is unknown. */
  allCount: number | undefined;
}

/** Exports exactly the filtered sales in their order. */
export function SalesExportButton({ view, columns, pages, allCount }: SalesExportButtonProps) {
  const { api } = useHostServices();
  return (
    <ExportButton
      format={salesCsv(columns)}
      pages={(signal) => pages(api, view, signal)}
      fileName={fileName(view)}
      noun="sale"
      what="sales"
      allCount={allCount}
    />
  );
}

function fileName({ filter }: SalesView): string {
  const range = [filter.from, filter.to].filter((day) => day !== null).join('-to-');
  return range === '' ? 'sales.csv' : `sales-${range}.csv`;
}
