import { Button } from '@corvane/shared/ui/button';
import { ErrorState } from '@corvane/shared/ui/data-states';
import { useEffect, useRef } from 'react';

interface LoadMoreProps {
  /** How many rows are shown. */
  children: string;
  hasMore: boolean;
  loading: boolean;
  /** The message when the next page failed to load. null when no load failed. */
  failure: string | null;
  onMore(): void;
}

/** Shows the number of rows and a button for more. A failed page leaves the rest in place and can be retried. */
export function LoadMore({ children, hasMore, loading, failure, onMore }: LoadMoreProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    // The button disappears with the last page. Without this, a keyboard user would start again at the top of the
    // document.
    if (asked.current && !hasMore) status.current?.focus();
  }, [hasMore]);

  function more() {
    asked.current = true;
    onMore();
  }

  return (
    <div className="mt-4 flex flex-col items-start gap-4">
      {failure === null ? null : <ErrorState title={failure} onRetry={more} retrying={loading} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasMore && failure === null ? (
          <Button className="text-sm" busy={loading} onClick={more}>
            Load more
          </Button>
        ) : null}
        <p ref={status} role="status" tabIndex={-1} className="tabular text-sm text-muted">
          {children}
        </p>
      </div>
    </div>
  );
}
