import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales-dashboard';
import { BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import {
  BarTooltip,
  barOf,
  formatAxisDollars,
  HatchPattern,
  type Measure,
  StackedBars,
  TICK,
  useHatchId,
} from './bar-parts.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { FiguresTable } from './figures-table.tsx';
import { STEP_HEADS, shortStepLabel, stepLabel } from './step-labels.ts';

type Series = SalesDashboard['series'];

const STEP_WORDS = { day: 'by day', week: 'by week', month: 'by month', year: 'by year' } as const;

/** Sales and commission over the same time, each on its own scale; what had no sale is there with nothing. */
export function SeriesChart({ series }: { series: Series }) {
  const rows = series.points.map((point) => ({ ...point, label: stepLabel(point.startsOn, series.step) }));
  return (
    <ChartFigure
      title="Sales and commission over time"
      unit={`US dollars, ${STEP_WORDS[series.step]}`}
      table={
        <FiguresTable caption="Sales and commission over time" head={STEP_HEADS[series.step]} rows={rows} />
      }
    >
      <StepBars series={series} measure="sales" title="Sales value" height={196} />
      <StepBars series={series} measure="commission" title="Commission" height={164} />
    </ChartFigure>
  );
}

interface StepBarsProps {
  series: Series;
  measure: Measure;
  title: string;
  height: number;
}

function StepBars({ series, measure, title, height }: StepBarsProps) {
  const hatch = useHatchId();
  const data = series.points.map((point) => ({
    ...barOf(stepLabel(point.startsOn, series.step), point, measure),
    short: shortStepLabel(point.startsOn, series.step),
  }));
  return (
    <>
      <p className="text-xs leading-5 font-medium text-muted">{title} (US$)</p>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <BarChart
          data={data}
          title={`${title}, ${STEP_WORDS[series.step]}`}
          syncId="portal-series"
          stackOffset="sign"
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="20%"
        >
          <HatchPattern id={hatch} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="short"
            tickLine={false}
            axisLine={{ stroke: 'var(--control)' }}
            tick={TICK}
            minTickGap={16}
          />
          <YAxis width={52} tickLine={false} axisLine={false} tick={TICK} tickFormatter={formatAxisDollars} />
          <ReferenceLine y={0} stroke="var(--control)" />
          <Tooltip content={<BarTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
          <StackedBars hatch={hatch} maxBarSize={40} />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
