import type { SalesSort, SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { TABLE_ROLES } from '../../../ui/tables/table-roles.ts';
import { firstDirection } from '../sales-search.ts';

interface SortHeadProps {
  label: string;
  /** null: the table cannot sort by this column. */
  column: SalesSort | null;
  sort: SalesSort;
  direction: SortDirection;
  align: 'left' | 'right';
  onSort(sort: SalesSort, direction: SortDirection): void;
}

const HEAD = 'h-10 font-semibold whitespace-nowrap text-muted first:pl-2 last:pr-2';

/** A column header. One press sorts by it, the next reverses the order. */
export function SortHead({ label, column, sort, direction, align, onSort }: SortHeadProps) {
  if (column === null) {
    return (
      <th {...TABLE_ROLES.columnHeader} className={`${HEAD} px-2 text-left lg:px-3`}>
        {label}
      </th>
    );
  }
  const isSorted = sort === column;
  const next = isSorted ? opposite(direction) : firstDirection(column);
  return (
    <th
      {...TABLE_ROLES.columnHeader}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`${HEAD} ${align === 'right' ? 'text-right' : 'text-left'}`}
    >
      <button
        type="button"
        className={`kept-on-paper inline-flex min-h-10 cursor-pointer items-center gap-1 rounded-control px-2 hover:text-ink lg:px-3 ${isSorted ? 'text-ink' : ''} ${align === 'right' ? 'flex-row-reverse' : ''}`}
        onClick={() => onSort(column, next)}
      >
        {label}
        <svg
          aria-hidden="true"
          viewBox="0 0 10 12"
          className={`h-3 w-2.5 shrink-0 ${isSorted ? '' : 'opacity-35'}`}
          fill="currentColor"
        >
          {isSorted && direction === 'desc' ? null : <path d="M5 0 9 5H1Z" />}
          {isSorted && direction === 'asc' ? null : <path d="m5 12 4-5H1Z" />}
        </svg>
      </button>
    </th>
  );
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc';
}
