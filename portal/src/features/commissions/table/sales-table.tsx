import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type {
  SalesSort,
  SalesTableRow,
  SortDirection,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { counted } from '@corvane/shared/lib/counted';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { TABLE_ROLES } from '../../../ui/tables/table-roles.ts';
import { TableSkeleton } from '../../../ui/tables/table-skeleton.tsx';
import { useRowKeys } from '../../../ui/tables/use-row-keys.ts';
import { SaleRow } from './sale-row.tsx';
import { SORT_COLUMNS } from './sort-columns.ts';
import { SortHead } from './sort-head.tsx';

interface SalesTableProps {
  sales: readonly SalesTableRow[];
  sort: SalesSort;
  direction: SortDirection;
  /** Totals of all sales that match the filter. Undefined while they load, or when they failed. */
  totals: SalesTotals | undefined;
  /** Whether the totals still belong to the previous filter. */
  areTotalsOld: boolean;
  onSort(sort: SalesSort, direction: SortDirection): void;
  onOpen(saleId: string): void;
}

/**
 * One page of sales. Below 768 px the column headers are only for screen readers, and each row labels its own figures.
 */
export function SalesTable(props: SalesTableProps) {
  const { sales, sort, direction, totals, areTotalsOld, onSort, onOpen } = props;
  const { rowsProps, tabIndexOf } = useRowKeys(sales.map(({ id }) => id));
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <table
        {...TABLE_ROLES.table}
        className="block w-full border-collapse text-sm md:table md:text-[0.8125rem] lg:text-sm"
      >
        <caption className="sr-only">Your sales. Amounts in US dollars. Enter explains a row.</caption>
        <thead {...TABLE_ROLES.group} className="max-md:hidden">
          <tr {...TABLE_ROLES.row} className="border-b border-line bg-sunken">
            {SORT_COLUMNS.map((column) => (
              <SortHead key={column.label} {...column} sort={sort} direction={direction} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} {...rowsProps} className="block md:table-row-group">
          {sales.map((sale) => (
            <SaleRow key={sale.id} sale={sale} tabIndex={tabIndexOf(sale.id)} onOpen={onOpen} />
          ))}
        </tbody>
        {totals === undefined ? null : <TotalsFoot totals={totals} isOld={areTotalsOld} />}
      </table>
    </div>
  );
}

/** The totals over all pages of the view. */
function TotalsFoot({ totals, isOld }: { totals: SalesTotals; isOld: boolean }) {
  const cancelledCount = totals.salesCount - totals.activeCount;
  return (
    <tfoot
      {...TABLE_ROLES.group}
      aria-busy={isOld}
      className={`block border-t-2 bg-sunken md:table-footer-group ${isOld ? 'border-teal' : 'border-control'}`}
    >
      <TotalsRow
        label={`Total of ${counted(totals.salesCount, 'sale')}`}
        amountCents={totals.salesCents}
        commissionCents={totals.commissionCents}
      />
      {cancelledCount === 0 ? null : (
        <TotalsRow
          label={`Without ${counted(cancelledCount, 'cancelled sale')}`}
          amountCents={totals.netSalesCents}
          commissionCents={totals.netCommissionCents}
        />
      )}
    </tfoot>
  );
}

interface TotalsRowProps {
  label: string;
  amountCents: number;
  commissionCents: number;
}

const TOTAL_CELL = 'font-semibold md:h-10 md:px-2 lg:px-3';

function TotalsRow({ label, amountCents, commissionCents }: TotalsRowProps) {
  return (
    <tr
      {...TABLE_ROLES.row}
      className="grid grid-cols-2 gap-x-4 px-4 py-2 max-[17rem]:flex max-[17rem]:flex-col md:table-row"
    >
      <th
        {...TABLE_ROLES.rowHeader}
        colSpan={3}
        className={`${TOTAL_CELL} text-left max-md:col-span-2 md:pl-4 lg:pl-4`}
      >
        {label}
      </th>
      <td {...TABLE_ROLES.cell} className={`${TOTAL_CELL} md:text-right`}>
        <span className="sr-only md:hidden">Amount </span>
        <SignedCents cents={amountCents} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${TOTAL_CELL} text-right`}>
        <span className="font-normal text-muted md:hidden print:hidden">Commission </span>
        <SignedCents cents={commissionCents} />
      </td>
      <td {...TABLE_ROLES.cell} colSpan={2} className="max-md:hidden" />
    </tr>
  );
}

export function SalesTableSkeleton({ rowCount }: { rowCount: number }) {
  return (
    <TableSkeleton rowCount={rowCount} headClassName="hidden md:block" rowClassName="h-36 md:h-[3.5625rem]">
      <Skeleton className="h-6 w-28 shrink-0" />
      <Skeleton className="h-4 grow" />
      <Skeleton className="h-4 w-20 shrink-0" />
    </TableSkeleton>
  );
}
