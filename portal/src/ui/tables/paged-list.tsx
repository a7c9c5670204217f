import { counted } from '@corvane/shared/lib/counted';
import { ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFailed } from '../../lib/has-failed.ts';
import { LoadMore } from './load-more.tsx';
import { Refreshing } from './refreshing.tsx';
import { StaleNotice } from './stale-notice.tsx';

interface PagedListProps<Page> {
  pages: UseInfiniteQueryResult<{ pages: Page[] }>;
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your customers' */
  what: string;
  /** The word for one row. @example 'customer' */
  noun: string;
  /** Which rows come first. @example 'newest' */
  first: string;
  shownCount: number;
  skeleton: ReactNode;
  /** Replaces the rows when there are none. */
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A list that shows its state: pending, error, empty, or rows with a button for more. */
export function PagedList<Page>(props: PagedListProps<Page>) {
  const { pages, what, noun, first, shownCount, skeleton, empty, children } = props;
  const failure = `Failed to load ${what}.`;
  const retry = { retrying: pages.isFetching, onRetry: () => void pages.refetch() };
  const isOldAndEmpty = pages.isPlaceholderData && shownCount === 0;
  if ((pages.isPending || isOldAndEmpty) && !hasFailed(pages)) {
    return <PendingRegion label={`Loading ${what}`}>{skeleton}</PendingRegion>;
  }
  if (pages.data === undefined || hasFailed(pages)) return <ErrorState title={failure} {...retry} />;
  return (
    <>
      {pages.isRefetchError ? (
        <StaleNotice {...retry}>This list could not be refreshed and may be out of date.</StaleNotice>
      ) : null}
      {shownCount === 0 ? (
        empty
      ) : (
        <Refreshing isOld={pages.isPlaceholderData}>
          {children}
          <LoadMore
            hasMore={pages.hasNextPage}
            loading={pages.isFetchingNextPage}
            failure={pages.isFetchNextPageError ? failure : null}
            onMore={() => void pages.fetchNextPage()}
          >
            {pages.hasNextPage
              ? `The ${first} ${counted(shownCount, noun)} are shown`
              : `${counted(shownCount, noun)} shown`}
          </LoadMore>
        </Refreshing>
      )}
    </>
  );
}
