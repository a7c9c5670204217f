import type { ReactNode } from 'react';

interface TableSkeletonProps {
  rowCount: number;
  /** The width from which the table has a header, as a full class name: `hidden md:block`. */
  headClassName: string;
  /** Height of a row, the same as a loaded row at every width. */
  rowClassName: string;
  /** The placeholder blocks of one row. */
  children: ReactNode;
}

/** Placeholder of a table: the same frame, with one row of blocks for each expected row. */
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
