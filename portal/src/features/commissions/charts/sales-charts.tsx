import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales-dashboard';
import { memo } from 'react';
import { BILLING_LABELS } from '../sale/billing-labels.ts';
import { foldedProducts } from './folded-products.ts';
import { GroupChart } from './group-chart.tsx';
import { SeriesChart } from './series-chart.tsx';

/**
 * Loaded on its own, with the drawing library. Every figure here is one of the dashboard's. Memoized, because drawing is
 * the dearest work of the whole tab, and most of what happens there changes no figure.
 */
export default memo(function SalesCharts({ dashboard }: { dashboard: SalesDashboard }) {
  return (
    <div className="grid gap-3 lg:grid-cols-[3fr_2fr]">
      <SeriesChart series={dashboard.series} />
      <div className="flex min-w-0 flex-col gap-3">
        <GroupChart
          title="Sales by product"
          head="Product"
          groups={dashboard.byProduct.map((sums) => ({ ...sums, label: sums.productName }))}
          drawn={foldedProducts(dashboard.byProduct)}
        />
        <GroupChart
          title="Sales by billing frequency"
          head="Billing frequency"
          groups={dashboard.byBillingFrequency.map((sums) => ({
            ...sums,
            label: BILLING_LABELS[sums.billingFrequency],
          }))}
        />
      </div>
    </div>
  );
});
