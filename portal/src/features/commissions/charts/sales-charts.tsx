import { memo } from 'react';
import type { FilteredDashboard } from '../commissions.queries.ts';
import { BillingChart } from './billing-chart.tsx';
import { ProductChart } from './product-chart.tsx';
import { SeriesChart } from './series-chart.tsx';

/**
 * A separate chunk that contains the chart library. Every figure comes from the dashboard. Memoized, because drawing
 * is the tab's most expensive work and most updates change no figure.
 */
export default memo(function SalesCharts({ dashboard }: { dashboard: FilteredDashboard }) {
  return (
    <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
      <SeriesChart series={dashboard.series} range={dashboard.filter} today={dashboard.today} />
      <div className="flex min-w-0 flex-col gap-3">
        <ProductChart byProduct={dashboard.byProduct} />
        <BillingChart byBillingFrequency={dashboard.byBillingFrequency} />
      </div>
    </div>
  );
});
