import type { SalesSums } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import type { LabeledSums } from './folded-products.ts';

interface Column {
  head: string;
  of(sums: SalesSums): number;
  isCount?: boolean;
}

const MONEY_COLUMNS: readonly Column[] = [
  { head: 'Sales', of: (sums) => sums.salesCents },
  { head: 'Cancelled sales', of: (sums) => sums.salesCents - sums.netSalesCents },
  { head: 'Commission', of: (sums) => sums.commissionCents },
  { head: 'Cancelled commission', of: (sums) => sums.commissionCents - sums.netCommissionCents },
];

export const YEARLY_COLUMNS: readonly Column[] = [
  { head: 'Sales', of: (sums) => sums.salesCount, isCount: true },
  { head: 'Cancelled sales', of: (sums) => sums.salesCount - sums.activeCount, isCount: true },
  { head: 'Value per year', of: (sums) => sums.salesCents },
  { head: 'Cancelled value', of: (sums) => sums.salesCents - sums.netSalesCents },
];

interface FiguresTableProps {
  caption: string;
  /** What each row is. */
  head: string;
  rows: readonly LabeledSums[];
  columns?: readonly Column[];
}

/** The figures of a chart as a table. */
export function FiguresTable({ caption, head, rows, columns = MONEY_COLUMNS }: FiguresTableProps) {
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1 pr-3 text-left font-semibold">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column.head} scope="col" className="py-1 pl-3 text-right font-semibold">
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((sums) => (
          <tr key={sums.label} className="border-b border-line last:border-b-0">
            <th
              scope="row"
              className="py-1 pr-3 text-left font-normal"
              title={counted(sums.salesCount, 'sale')}
            >
              {sums.label}
            </th>
            {columns.map(({ head: columnHead, of, isCount }) => (
              <td key={columnHead} className="tabular py-1 pl-3 text-right">
                {isCount ? formatCount(of(sums)) : <SignedCents cents={of(sums)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
