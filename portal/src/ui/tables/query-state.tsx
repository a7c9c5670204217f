import { Button } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

/** What a query and one of several pages have in common. */
export interface Asked<Data>
  extends Pick<
    UseQueryResult<Data>,
    | 'data'
    | 'error'
    | 'isPending'
    | 'isFetching'
    | 'isRefetchError'
    | 'isPlaceholderData'
    | 'errorUpdateCount'
  > {
  refetch(): Promise<unknown>;
}

interface QueryStateProps<Data> {
  query: Asked<Data>;
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your note' */
  what: string;
  /** As tall as the expected content: a class of one block, or blocks. @example 'h-11' */
  skeleton: ReactNode;
  failure?: string;
  /** Beside the retry of an error. */
  otherAction?: ReactElement | null;
  /** Message for an error that a retry cannot solve. null for any other error. */
  refusal?(error: unknown): ReactNode;
  /** Said above an answer that could not be refreshed. */
  stale?: string;
  /** An empty answer to the previous choice is not shown for the next one. */
  isEmpty?(data: Data): boolean;
  /** Renders the answer, even an empty one. */
  children(data: Data): ReactNode;
}

/** A part of a page with its own query: pending, failed with a retry, or answered. */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, what, skeleton, failure = `Failed to load ${what}.`, otherAction, refusal, stale } = props;
  const { data } = query;
  const failed = hasFailed(query);
  const retry = { retrying: query.isFetching, onRetry: () => void query.refetch() };
  const isOldAndEmpty = query.isPlaceholderData && data !== undefined && props.isEmpty?.(data);
  if ((query.isPending || isOldAndEmpty) && !failed) {
    const blocks = typeof skeleton === 'string' ? <Skeleton className={`w-full ${skeleton}`} /> : skeleton;
    return <PendingRegion label={`Loading ${what}`}>{blocks}</PendingRegion>;
  }
  if (data === undefined || failed) {
    return refusal?.(query.error) ?? <ErrorState title={failure} {...retry} otherAction={otherAction} />;
  }
  return (
    <>
      {stale !== undefined && query.isRefetchError ? <StaleNotice {...retry}>{stale}</StaleNotice> : null}
      {props.children(data)}
    </>
  );
}

interface FailedNoticeProps {
  query: Asked<unknown>;
  /** Begins a sentence. @example 'The recent handovers' */
  what: string;
}

/** For a part that the rest of the page is complete without. Nothing unless it has failed. */
export function FailedNotice({ query, what }: FailedNoticeProps) {
  if (!query.isRefetchError && !hasFailed(query)) return null;
  return (
    <StaleNotice retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {`${what} could not be ${query.data === undefined ? 'loaded' : 'refreshed and may be out of date'}.`}
    </StaleNotice>
  );
}

interface StaleNoticeProps {
  children: string;
  retrying: boolean;
  onRetry(): void;
}

/** Figures that cannot be refreshed stay on the screen, marked as out of date. */
function StaleNotice({ children, retrying, onRetry }: StaleNoticeProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      <p role="alert" className="font-medium text-danger">
        {children}
      </p>
      <Button variant="quiet" className="text-sm" busy={retrying} onClick={onRetry}>
        Refresh
      </Button>
    </div>
  );
}

interface RefreshingProps {
  /** Whether the figures still belong to the previous choice. */
  isOld: boolean;
  children: ReactNode;
}

/** Marks figures that are being replaced with a line above them. Some people could not read faded text. */
export function Refreshing({ isOld, children }: RefreshingProps) {
  return (
    <div
      aria-busy={isOld}
      className={
        isOld
          ? 'relative before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:animate-pulse before:bg-teal motion-reduce:before:animate-none'
          : ''
      }
    >
      {children}
    </div>
  );
}

/**
 * The query failed and has had no answer since. This is also true during a retry: the error stays until an answer
 * arrives, with its button busy and focused.
 */
function hasFailed({ data, isPlaceholderData, errorUpdateCount }: Asked<unknown>): boolean {
  return errorUpdateCount > 0 && (data === undefined || isPlaceholderData);
}
