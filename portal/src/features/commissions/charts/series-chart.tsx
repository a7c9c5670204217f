import type {
  SalesDashboard,
  SalesSums,
  SeriesStep,
} from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DateRange } from '../range/date-ranges.ts';
import {
  BarTooltip,
  barOf,
  formatTick,
  HatchPattern,
  type Measure,
  StackedBars,
  TICK,
  ticksOf,
  useHatchId,
} from './bar-parts.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { FiguresTable } from './figures-table.tsx';
import { partialWords, STEP_HEADS, shortStepLabel, stepLabel } from './step-labels.ts';

type Series = SalesDashboard['series'];

const STEP_WORDS = { day: 'by day', week: 'by week', month: 'by month', year: 'by year' } as const;

interface SeriesChartProps {
  series: Series;
  /** The chosen days. */
  range: DateRange;
  /** The server's calendar day. */
  today: string;
}

/** Sales and commission over the same time, each on a separate scale. A step without sales is drawn as zero. */
export function SeriesChart({ series, range, today }: SeriesChartProps) {
  const points = series.points.map((point) => {
    const partial = partialWords(point.startsOn, series.step, range, today);
    const label = stepLabel(point.startsOn, series.step);
    return {
      ...point,
      label: partial === null ? label : `${label} (${partial})`,
      short: shortStepLabel(point.startsOn, series.step),
      isPartial: partial !== null,
    };
  });
  const drawing = { points, step: series.step };
  return (
    <ChartFigure
      title="Sales and commission over time"
      unit={`US dollars, ${STEP_WORDS[series.step]}`}
      partialKey={points.some(({ isPartial }) => isPartial) ? `Not a whole ${series.step}` : null}
      table={
        <FiguresTable caption="Sales and commission over time" head={STEP_HEADS[series.step]} rows={points} />
      }
    >
      <StepBars {...drawing} measure="sales" title="Sales value" height={272} />
      <StepBars {...drawing} measure="commission" title="Commission" height={228} />
    </ChartFigure>
  );
}

interface StepBarsProps {
  points: readonly (SalesSums & { label: string; short: string; isPartial: boolean })[];
  step: SeriesStep;
  measure: Measure;
  title: string;
  height: number;
}

function StepBars({ points, step, measure, title, height }: StepBarsProps) {
  const hatch = useHatchId();
  const data = points.map((point) => ({
    ...barOf(point.label, point, measure),
    short: point.short,
    isPartial: point.isPartial,
  }));
  return (
    <>
      <p className="text-xs leading-5 font-medium text-muted">{title} (US$)</p>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <BarChart
          data={data}
          title={`${title}, ${STEP_WORDS[step]}`}
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
            interval="equidistantPreserveStart"
          />
          <YAxis
            width={52}
            tickLine={false}
            axisLine={false}
            tick={TICK}
            tickFormatter={formatTick(data)}
            {...ticksOf(data)}
          />
          <ReferenceLine y={0} stroke="var(--control)" />
          <Tooltip content={<BarTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
          <StackedBars hatch={hatch} maxBarSize={40} />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
