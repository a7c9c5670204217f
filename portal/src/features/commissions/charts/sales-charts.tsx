import { memo } from 'react';
import type { FilteredDashboard } from '../api.ts';
import { ChartFigures } from './chart-figures.tsx';
import * as drawings from './drawings.tsx';

/** With the chart library, in a chunk. Memoized: drawing is expensive, and most updates change no figure. */
export default memo(function SalesCharts({ dashboard }: { dashboard: FilteredDashboard }) {
  return <ChartFigures dashboard={dashboard} drawings={drawings} />;
});
