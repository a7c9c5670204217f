import { ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFailed } from '../../lib/has-failed.ts';

interface QueryStateProps<Data> {
  query: UseQueryResult<Data>;
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your note' */
  what: string;
  /** As tall as the expected content. */
  skeleton: ReactNode;
  /** Message for an error that a retry cannot solve. null for any other error. */
  refusal?(error: unknown): ReactNode;
  /** Renders the answer, even an empty one. */
  children(data: Data): ReactNode;
}

/** A part of a page with its own query: pending, failed with a retry, or answered. */
export function QueryState<Data>({ query, what, skeleton, refusal, children }: QueryStateProps<Data>) {
  if (query.isPending && !hasFailed(query)) {
    return <PendingRegion label={`Loading ${what}`}>{skeleton}</PendingRegion>;
  }
  if (query.data === undefined) {
    return (
      refusal?.(query.error) ?? (
        <ErrorState
          title={`Failed to load ${what}.`}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )
    );
  }
  return children(query.data);
}
