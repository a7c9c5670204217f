import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { BILLING_LABELS } from '../sale/billing-labels.ts';
import { barOf } from './bar-parts.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { FiguresTable, YEARLY_COLUMNS } from './figures-table.tsx';
import { GroupBars } from './group-bars.tsx';

const TITLE = 'Sales by billing frequency';

/** A sale's amount covers one billing period. Twelve months make one year. */
const PERIODS_PER_YEAR = { monthly: 12, annual: 1 } as const;

/**
 * Monthly and annual amounts cannot be compared. So this chart compares the number of sales and their value per year.
 */
export function BillingChart({ byBillingFrequency }: Pick<SalesDashboard, 'byBillingFrequency'>) {
  const rows = byBillingFrequency.map((sums) => {
    const periods = PERIODS_PER_YEAR[sums.billingFrequency];
    return {
      ...sums,
      label: BILLING_LABELS[sums.billingFrequency],
      salesCents: sums.salesCents * periods,
      netSalesCents: sums.netSalesCents * periods,
    };
  });
  return (
    <ChartFigure
      title={TITLE}
      unit="Number of sales, and their value per year in US dollars"
      table={<FiguresTable caption={TITLE} head="Billing frequency" rows={rows} columns={YEARLY_COLUMNS} />}
    >
      {(['count', 'sales'] as const).map((measure) => {
        const title = measure === 'count' ? 'Number of sales' : 'Value per year (US$)';
        return (
          <div key={measure}>
            <p className="text-xs leading-5 font-medium text-muted">{title}</p>
            <GroupBars
              title={`${TITLE}, ${title}`}
              bars={rows.map((sums) => barOf(sums.label, sums, measure))}
            />
          </div>
        );
      })}
    </ChartFigure>
  );
}
