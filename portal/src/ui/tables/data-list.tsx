import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { ErrorState } from '@corvane/shared/ui/data-states';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useReloading } from '../../lib/shown.ts';
import { DataTable, type DataTableProps, STATUS_BLOCKS, TableSkeleton } from './data-table.tsx';
import { type pagesQuery, REFRESH_MS, type RowsPage } from './pages-query.ts';
import { QueryState, Refreshing } from './query-state.tsx';

/** What of a list has arrived. */
interface RowPages<Row, Page extends RowsPage<Row> = RowsPage<Row>> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rows: Row[];
  /** How many rows have arrived. A list that folds some of them shows fewer. */
  count: number;
  /** Its first page tells about all rows. */
  first: Page | undefined;
  /** How many rows there are, as far as it is known: for an empty list. */
  allCount: 0 | undefined;
}

/** @param refreshes whether the list reloads by itself while it is shown */
export function useRowPages<Page extends RowsPage<unknown>>(
  query: ReturnType<typeof pagesQuery<Page>>,
  refreshes = true,
): RowPages<Page['rows'][number], Page> {
  const pages = useInfiniteQuery(
    useReloading({ ...query, refetchInterval: refreshes ? REFRESH_MS : (false as const) }),
  );
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = pages.data?.pages[0];
  return {
    query: pages,
    rows,
    count: rows.length,
    first,
    allCount: pages.isSuccess && !pages.isPlaceholderData && rows.length === 0 ? 0 : undefined,
  };
}

interface DataListProps<Row, Sort extends string> extends Omit<DataTableProps<Row, Sort>, 'rows'> {
  list: Omit<RowPages<Row>, 'first' | 'query'> & {
    query: UseInfiniteQueryResult<InfiniteData<RowsPage<unknown>>>;
  };
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your customers' */
  what: string;
  /** The word for one row. @example 'customer' */
  noun: string;
  /** Which rows come first. @example 'newest' */
  first: string;
  skeleton?: ReactNode;
  /** Replaces the rows when there are none. */
  empty: ReactNode;
}

/** A list that shows its state: pending, error, empty, or rows with a button for more. */
export function DataList<Row, Sort extends string = never>(props: DataListProps<Row, Sort>) {
  const { list, what, noun, first, skeleton = SKELETON, empty, ...table } = props;
  const { query, rows, count } = list;
  return (
    <QueryState
      query={query}
      what={what}
      skeleton={skeleton}
      stale="This list could not be refreshed and may be out of date."
      isEmpty={() => rows.length === 0}
    >
      {() =>
        rows.length === 0 ? (
          empty
        ) : (
          <Refreshing isOld={query.isPlaceholderData}>
            <DataTable {...table} rows={rows} />
            <LoadMore pages={query} failure={`Failed to load ${what}.`}>
              {query.hasNextPage
                ? `The ${first} ${counted(count, noun)} are shown`
                : `${counted(count, noun)} shown`}
            </LoadMore>
          </Refreshing>
        )
      }
    </QueryState>
  );
}

const SKELETON = <TableSkeleton rowClassName="h-44 lg:h-[2.8125rem]">{STATUS_BLOCKS}</TableSkeleton>;

interface LoadMoreProps {
  /** How many rows are shown. */
  children: string;
  /** Of rows that have all arrived, nothing is fetched, so nothing fails. */
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage'> &
    Partial<Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'isFetchNextPageError'>> & {
      fetchNextPage(): unknown;
    };
  /** The message when the next page failed to load. */
  failure?: string;
  /** What the button says. */
  label?: string;
}

/** Shows the number of rows and a button for more. A failed page leaves the rest in place and can be retried. */
export function LoadMore({ children, pages, failure = '', label = 'Load more' }: LoadMoreProps) {
  const {
    hasNextPage: hasMore,
    isFetchingNextPage: loading = false,
    isFetchNextPageError: hasFailed,
  } = pages;
  const status = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    // The button disappears with the last page. Without this, a keyboard user would start again at the top of the
    // document.
    if (asked.current && !hasMore) status.current?.focus();
  }, [hasMore]);

  function more() {
    asked.current = true;
    pages.fetchNextPage();
  }

  return (
    <div className="mt-4 flex flex-col items-start gap-4">
      {hasFailed ? <ErrorState title={failure} onRetry={more} retrying={loading} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasMore && !hasFailed ? (
          <Button className="text-sm" busy={loading} onClick={more}>
            {label}
          </Button>
        ) : null}
        <p ref={status} role="status" tabIndex={-1} className="tabular text-sm text-muted">
          {children}
        </p>
      </div>
    </div>
  );
}
