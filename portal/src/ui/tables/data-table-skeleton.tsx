import { Skeleton } from '@corvane/shared/ui/data-states';
import { TableSkeleton } from './table-skeleton.tsx';

/** Placeholder of a `DataTable` whose rows have a status and actions. */
export function DataTableSkeleton() {
  return (
    <TableSkeleton rowCount={8} headClassName="hidden lg:block" rowClassName="h-44 lg:h-[3.8125rem]">
      <Skeleton className="h-8 grow" />
      <Skeleton className="h-4 w-20 shrink-0" />
      <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
    </TableSkeleton>
  );
}
