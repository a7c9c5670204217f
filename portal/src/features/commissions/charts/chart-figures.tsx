import type { FilteredDashboard } from '../commissions.queries.ts';
import { BillingChart } from './billing-chart.tsx';
import type * as Drawings from './drawings.ts';
import { ProductChart } from './product-chart.tsx';
import { SeriesChart } from './series-chart.tsx';

export interface ChartFiguresProps {
  dashboard: Pick<FilteredDashboard, 'series' | 'byProduct' | 'byBillingFrequency' | 'filter' | 'today'>;
  /** null while they load. The figures have their final height then, too. */
  drawings: typeof Drawings | null;
}

/** Every figure comes from the dashboard. */
export function ChartFigures({ dashboard, drawings }: ChartFiguresProps) {
  const { series, byProduct, byBillingFrequency, filter, today } = dashboard;
  return (
    <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
      <SeriesChart series={series} range={filter} today={today} drawings={drawings} />
      <div className="flex min-w-0 flex-col gap-3">
        <ProductChart byProduct={byProduct} drawings={drawings} />
        <BillingChart byBillingFrequency={byBillingFrequency} drawings={drawings} />
      </div>
    </div>
  );
}
