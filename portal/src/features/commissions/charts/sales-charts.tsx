import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { type FilteredDashboard, salesDashboardQuery } from '../api.ts';
import { periodBefore } from '../period-before.ts';
import type { BarChoice } from './bars.ts';
import { ChartFigures, type ChartFiguresProps } from './chart-figures.tsx';
import * as drawings from './drawings.tsx';

interface SalesChartsProps {
  dashboard: FilteredDashboard;
  onChoose(choice: BarChoice): void;
}

const NONE: ChartFiguresProps['before'] = [];

/** With the chart library, in a chunk. */
export default function SalesCharts({ dashboard, onChoose }: SalesChartsProps) {
  const { api } = useHostServices();
  const days = periodBefore(dashboard.filter, dashboard.today);
  const before = useQuery({
    ...salesDashboardQuery(api, { filter: { ...dashboard.filter, ...days } }),
    enabled: days !== null,
    // Never the period before another choice.
    placeholderData: undefined,
  });
  const series = before.data?.series;
  return (
    <Figures
      {...{ dashboard, drawings, onChoose }}
      // Single days have no equals among weeks.
      before={days !== null && series?.step === dashboard.series.step ? series.points : NONE}
    />
  );
}

/**
 * Drawing is expensive, and most updates change no figure. A handler of an earlier render does the same: it reads the
 * address when it is called.
 */
const Figures = memo(
  ChartFigures,
  (shown, next) => shown.dashboard === next.dashboard && shown.before === next.before,
);
