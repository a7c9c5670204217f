import { memo } from 'react';
import type { FilteredDashboard } from '../api.ts';
import { ChartFigures } from './chart-figures.tsx';
import * as drawings from './drawings.tsx';

/**
 * A separate chunk that contains the chart library. Memoized, because drawing is the tab's most expensive work and most
 * updates change no figure.
 */
export default memo(function SalesCharts({ dashboard }: { dashboard: FilteredDashboard }) {
  return <ChartFigures dashboard={dashboard} drawings={drawings} />;
});
