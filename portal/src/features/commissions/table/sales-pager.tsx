import { formatCount } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import { SALES_PAGE_SIZE } from '../sales-search.ts';

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

/**
 * Moves through the pages and says which one is shown. The focus stays on an enabled button, or moves to the
 * text.
 */
export function SalesPager(props: SalesPagerProps) {
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
