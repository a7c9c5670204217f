import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import {
  BarTooltip,
  barOf,
  formatAxisDollars,
  HatchPattern,
  StackedBars,
  TICK,
  useHatchId,
} from './bar-parts.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { FiguresTable } from './figures-table.tsx';
import type { LabeledSums } from './folded-products.ts';

interface GroupChartProps {
  title: string;
  /** What the bars are. */
  head: string;
  /** All of them, for the table. */
  groups: readonly LabeledSums[];
  /** Those that are drawn, when not all can be. */
  drawn?: readonly LabeledSums[];
}

const BAR_PX = 34;
const AXIS_PX = 30;

/** What fits in one line beside a bar. */
const NAME_CHARACTERS = 17;

/** One line for each name, so that none is left out or runs into the next; the table below has them whole. */
function shortName(name: string): string {
  const characters = [...name.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > NAME_CHARACTERS
    ? `${characters.slice(0, NAME_CHARACTERS - 1).join('')}\u2026`
    : characters.join('');
}

/** Sales value of each group as a bar across. */
export function GroupChart({ title, head, groups, drawn = groups }: GroupChartProps) {
  const hatch = useHatchId();
  const height = drawn.length * BAR_PX + AXIS_PX;
  return (
    <ChartFigure
      title={title}
      unit="Sales value, US dollars"
      table={<FiguresTable caption={title} head={head} rows={groups} />}
    >
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <BarChart
          layout="vertical"
          data={drawn.map((sums) => barOf(sums.label, sums, 'sales'))}
          title={title}
          stackOffset="sign"
          margin={{ top: 0, right: 12, bottom: 0, left: 0 }}
        >
          <HatchPattern id={hatch} />
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis
            type="number"
            tickLine={false}
            axisLine={{ stroke: 'var(--control)' }}
            tick={TICK}
            tickFormatter={formatAxisDollars}
            tickCount={4}
          />
          <YAxis
            type="category"
            dataKey="label"
            width={120}
            interval={0}
            tickFormatter={shortName}
            tickLine={false}
            axisLine={false}
            tick={TICK}
          />
          <Tooltip content={<BarTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
          <StackedBars hatch={hatch} maxBarSize={18} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
