import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatDay } from '@corvane/shared/lib/dates';

/** Word and shape show the status, not only the color. */
export function SaleStatus({ sale }: { sale: Pick<SalesTableRow, 'isCancelled' | 'cancelledAt'> }) {
  if (!sale.isCancelled) {
    return (
      <span key="active" className="inline-flex items-center gap-2 font-medium text-success">
        <span aria-hidden="true" className="size-2 rounded-full bg-current" />
        Active
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="inline-flex items-center gap-2 font-medium text-danger">
        <span aria-hidden="true" className="h-0.5 w-2 bg-current" />
        Cancelled
      </span>
      {sale.cancelledAt === null ? null : (
        <time dateTime={sale.cancelledAt} className="tabular whitespace-nowrap text-muted">
          {formatDay(sale.cancelledAt)}
        </time>
      )}
    </span>
  );
}
