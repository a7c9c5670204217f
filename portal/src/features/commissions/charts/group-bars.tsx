import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { BarDatum } from './bar-datum.ts';
import {
  BarTooltip,
  formatTick,
  HatchPattern,
  StackedBars,
  TICK,
  ticksOf,
  useHatchId,
} from './bar-parts.tsx';
import { groupBarsPx } from './group-bars-px.ts';

/** The longest label that fits in one line beside a bar. */
const NAME_CHARACTERS = 17;

/**
 * Each name takes one line, so all names are shown and none overlaps the next. The table below shows them in
 * full.
 */
function shortName(name: string): string {
  const characters = [...name.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > NAME_CHARACTERS
    ? `${characters.slice(0, NAME_CHARACTERS - 1).join('')}\u2026`
    : characters.join('');
}

interface GroupBarsProps {
  title: string;
  bars: readonly BarDatum[];
}

/** Horizontal bars, one below the other, each with its name beside it. */
export function GroupBars({ title, bars }: GroupBarsProps) {
  const hatch = useHatchId();
  const height = groupBarsPx(bars.length);
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <BarChart
        layout="vertical"
        data={bars}
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
          tickFormatter={formatTick(bars)}
          {...ticksOf(bars)}
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
  );
}
