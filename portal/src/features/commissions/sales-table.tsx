import type { Sale } from '@corvane/shared/contracts/sales';
import { Skeleton } from '@corvane/shared/ui/data-states';
import type { ReactNode } from 'react';
import { TABLE_ROLES } from '../../ui/table-roles.ts';
import { SaleRow } from './sale-row.tsx';

const COLUMNS = [
  { label: 'Product', align: 'text-left' },
  { label: 'Customer', align: 'text-left' },
  { label: 'Billing', align: 'text-left' },
  { label: 'Amount', align: 'text-right' },
  { label: 'Commission', align: 'text-right' },
  { label: 'Date', align: 'text-left' },
  { label: 'Status', align: 'text-left' },
] as const;

export function SalesTable({ sales }: { sales: readonly Sale[] }) {
  return (
    <SalesTableFrame>
      {sales.map((sale) => (
        <SaleRow key={sale.id} sale={sale} />
      ))}
    </SalesTableFrame>
  );
}

/** The table before its rows are known: the same frame, one block per row to come. */
export function SalesTableSkeleton({ rowCount }: { rowCount: number }) {
  const rows = Array.from({ length: rowCount }, (_, index) => index);
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-panel border border-line bg-surface">
      <div className="hidden h-10 border-b border-line bg-sunken md:block" />
      {rows.map((row) => (
        <div
          key={row}
          className="flex h-36 items-center gap-4 border-b border-line px-4 last:border-b-0 md:h-14"
        >
          <Skeleton className="h-6 w-28 shrink-0" />
          <Skeleton className="h-4 grow" />
          <Skeleton className="h-4 w-20 shrink-0" />
        </div>
      ))}
    </div>
  );
}

/** Caption and column heads. Below 768 px the heads are only spoken, and each row names its own figures. */
function SalesTableFrame({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <table
        {...TABLE_ROLES.table}
        className="block w-full border-collapse text-sm md:table md:text-[0.8125rem] lg:text-sm"
      >
        <caption className="sr-only">Your sales, newest first. Amounts in US dollars.</caption>
        <thead {...TABLE_ROLES.group} className="sr-only md:not-sr-only md:table-header-group">
          <tr {...TABLE_ROLES.row} className="border-b border-line bg-sunken">
            {COLUMNS.map(({ label, align }) => (
              <th
                key={label}
                {...TABLE_ROLES.columnHeader}
                className={`h-10 px-1.5 font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-4 lg:px-3 ${align}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} className="block md:table-row-group">
          {children}
        </tbody>
      </table>
    </div>
  );
}
