import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { BILLING_LABELS } from '../sale/billing-labels.ts';
import { barOf } from './bar-datum.ts';
import { ChartFigure, DrawingPlace } from './chart-figure.tsx';
import type * as Drawings from './drawings.ts';
import { groupBarsPx } from './group-bars-px.ts';

const TITLE = 'Sales by billing frequency';

/** A sale's amount covers one billing period. Twelve months make one year. */
const PERIODS_PER_YEAR = { monthly: 12, annual: 1 } as const;
const FREQUENCIES = Object.keys(PERIODS_PER_YEAR).length;

interface BillingChartProps extends Pick<SalesDashboard, 'byBillingFrequency'> {
  /** null while they load. */
  drawings: typeof Drawings | null;
}

/**
 * Monthly and annual amounts cannot be compared. So this chart compares the number of sales and their value per year.
 */
export function BillingChart({ byBillingFrequency, drawings }: BillingChartProps) {
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
      table={
        drawings && (
          <drawings.FiguresTable
            caption={TITLE}
            head="Billing frequency"
            rows={rows}
            columns={drawings.YEARLY_COLUMNS}
          />
        )
      }
    >
      {(['count', 'sales'] as const).map((measure) => {
        const title = measure === 'count' ? 'Number of sales' : 'Value per year (US$)';
        return (
          <DrawingPlace key={measure} title={title} heightPx={groupBarsPx(FREQUENCIES)}>
            {drawings && (
              <drawings.GroupBars
                title={`${TITLE}, ${title}`}
                bars={rows.map((sums) => barOf(sums.label, sums, measure))}
              />
            )}
          </DrawingPlace>
        );
      })}
    </ChartFigure>
  );
}
