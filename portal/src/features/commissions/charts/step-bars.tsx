import type { SalesSums, SeriesStep } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { barOf, type Measure } from './bar-datum.ts';
import {
  BarTooltip,
  formatTick,
  HatchPattern,
  StackedBars,
  TICK,
  ticksOf,
  useHatchId,
} from './bar-parts.tsx';
import { STEP_WORDS } from './step-labels.ts';

interface StepBarsProps {
  points: readonly (SalesSums & { label: string; short: string; isPartial: boolean })[];
  step: SeriesStep;
  measure: Measure;
  title: string;
  height: number;
}

export function StepBars({ points, step, measure, title, height }: StepBarsProps) {
  const hatch = useHatchId();
  const data = points.map((point) => ({
    ...barOf(point.label, point, measure),
    short: point.short,
    isPartial: point.isPartial,
  }));
  return (
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
  );
}
