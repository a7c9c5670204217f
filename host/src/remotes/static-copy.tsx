import { Button } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useCallback } from 'react';

interface StaticCopyProps {
  page: Element;
  retrying: boolean;
  onRetry(): void;
}

/** A copy of a page for reading, when its code could not be loaded. */
export function StaticCopy({ page, retrying, onRetry }: StaticCopyProps) {
  const place = useCallback((element: HTMLDivElement | null) => element?.replaceChildren(page), [page]);
  return (
    <>
      <OwnerRoot owner="host">
        <div role="alert" data-testid="host:static-page" className="border-b border-line bg-surface">
          <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3 md:px-6">
            <p className="max-w-measure">
              You can read this page, but its forms and buttons could not be loaded.
            </p>
            <Button onClick={onRetry} busy={retrying}>
              Try again
            </Button>
          </div>
        </div>
      </OwnerRoot>
      <div ref={place} />
    </>
  );
}
