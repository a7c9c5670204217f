import { memo } from 'react';
import type { FilteredDashboard } from '../commissions.queries.ts';
import { BillingChart } from './billing-chart.tsx';
import { ProductChart } from './product-chart.tsx';
import { SeriesChart } from './series-chart.tsx';

/**
 * Loaded on its own, with the drawing library. Every figure here is one of the dashboard's. Memoized, because drawing is
 * the dearest work of the whole tab, and most of what happens there changes no figure.
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
