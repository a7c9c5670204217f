import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';

/** Other people change the same lists, so a visible one reloads at this interval. */
export const REFRESH_MS = 60_000;

export interface RowsPage<Row> {
  rows: Row[];
  hasMore: boolean;
  nextAfter: string | null;
}

/** A list that the server hands out page by page, each after the last row of the one before. */
export function pagesQuery<Page extends RowsPage<unknown>>(
  queryKey: QueryKey,
  fetchPage: (after: string | null, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => fetchPage(pageParam, signal),
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    placeholderData: keepPreviousData,
  });
}
