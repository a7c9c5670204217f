import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import type { FilteredDashboard } from '../commissions.queries.ts';
import { EVERY_DAY, isSameRange, rangeDays, rangeName } from '../range/date-ranges.ts';
import { isNarrowed } from '../sales-search.ts';
import { CommissionSum } from './commission-sum.tsx';
import { Headline } from './headline.tsx';

interface SalesFiguresProps {
  dashboard: FilteredDashboard;
  onShow(group: CommissionGroup): void;
}

/**
 * The remaining commission of the chosen sales comes first. The specification's two figures beside it always count
 * all sales. Below each is the same figure for the chosen sales.
 */
export function SalesFigures({ dashboard, onShow }: SalesFiguresProps) {
  const { totals, today, filter, allSalesCount, allActiveCount, allSalesCents } = dashboard;
  const narrowed = isNarrowed(filter);
  const isEverySale = !narrowed && isSameRange(filter, EVERY_DAY);
  const chosen = rangeName(filter, today) + (narrowed ? ', filtered' : '');
  const days = rangeDays(filter);
  const net = { label: 'Net of cancellations', value: formatSignedCents(totals.netSalesCents) };
  return (
    <div className={FIGURES_GRID}>
      <CommissionSum
        totals={totals}
        pendingDays={dashboard.pendingDays}
        chosen={days === '' || chosen.startsWith(days) ? chosen : `${chosen}: ${days}`}
        onShow={onShow}
      />
      <Headline
        title="Total Sales Value"
        value={formatSignedCents(allSalesCents)}
        rule={`All ${counted(allSalesCount, 'sale')}, including cancelled ones`}
        chosen={isEverySale ? [net] : [{ label: chosen, value: formatSignedCents(totals.salesCents) }, net]}
      />
      <Headline
        title="Active Subscriptions"
        value={formatCount(allActiveCount)}
        rule={`Sales not cancelled, of ${formatCount(allSalesCount)}`}
        chosen={
          isEverySale
            ? []
            : [
                {
                  label: chosen,
                  value: `${formatCount(totals.activeCount)} of ${formatCount(totals.salesCount)}`,
                },
              ]
        }
      />
    </div>
  );
}

const FIGURES_GRID =
  'grid grid-cols-2 gap-3 max-[17rem]:flex max-[17rem]:flex-col lg:grid-cols-[2fr_1fr_1fr]';

export function SalesFiguresPending() {
  return (
    <PendingRegion label="Loading your totals">
      <div className={FIGURES_GRID} aria-hidden="true">
        <Skeleton className="col-span-2 h-56 w-full md:h-48 lg:col-span-1" />
        <Skeleton className="h-44 w-full md:h-40 lg:h-48" />
        <Skeleton className="h-44 w-full md:h-40 lg:h-48" />
      </div>
    </PendingRegion>
  );
}
