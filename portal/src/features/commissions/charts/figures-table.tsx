import { counted } from '../../../lib/counted.ts';
import { SignedCents } from '../../../ui/signed-cents.tsx';
import type { LabeledSums } from './folded-products.ts';

interface FiguresTableProps {
  caption: string;
  /** What the rows are. */
  head: string;
  rows: readonly LabeledSums[];
}

const HEADS = ['Sales', 'Of these cancelled', 'Commission', 'Of this cancelled'] as const;

/** Everything that a chart draws, in figures. */
export function FiguresTable({ caption, head, rows }: FiguresTableProps) {
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1 pr-3 text-left font-semibold">
            {head}
          </th>
          {HEADS.map((label) => (
            <th key={label} scope="col" className="py-1 pl-3 text-right font-semibold">
              {label}
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
            {[
              sums.salesCents,
              sums.salesCents - sums.netSalesCents,
              sums.commissionCents,
              sums.commissionCents - sums.netCommissionCents,
            ].map((cents, column) => (
              <td key={HEADS[column]} className="py-1 pl-3 text-right">
                <SignedCents cents={cents} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
