import { PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import type { ReactNode } from 'react';

/**
 * Replaces a page while it loads or its access is checked. As tall as the screen, so that no footer moves when the page
 * comes. @param note additional words
 */
export function PagePending({ note }: { note?: ReactNode }) {
  return (
    <OwnerRoot owner="host" themed>
      <div className="mx-auto min-h-screen max-w-page px-6 pt-32 pb-24">
        {note}
        <div className="noscript:hidden">
          <PendingRegion label="Loading the page">
            <Skeleton className="h-10 w-2/3 max-w-md" />
            <Skeleton className="mt-6 h-4 w-full max-w-measure" />
            <Skeleton className="mt-3 h-4 w-4/5 max-w-measure" />
            <Skeleton className="mt-12 h-48 w-full" />
          </PendingRegion>
        </div>
      </div>
    </OwnerRoot>
  );
}
