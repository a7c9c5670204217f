import type { ReactNode } from 'react';

interface TableSkeletonProps {
  rowCount: number;
  /** From which width on there is a head, written out: `hidden md:block`. */
  headClassName: string;
  /** Height of a row, at every width that of one with its contents. */
  rowClassName: string;
  /** The blocks of one row. */
  children: ReactNode;
}

/** A table before its rows are known: the same frame, one block per row to come. */
export function TableSkeleton({ rowCount, headClassName, rowClassName, children }: TableSkeletonProps) {
  const rows = Array.from({ length: rowCount }, (_, index) => index);
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-panel border border-line bg-surface">
      <div className={`h-10 border-b border-line bg-sunken ${headClassName}`} />
      {rows.map((row) => (
        <div
          key={row}
          className={`flex items-center gap-4 border-b border-line px-4 last:border-b-0 ${rowClassName}`}
        >
          {children}
        </div>
      ))}
    </div>
  );
}
