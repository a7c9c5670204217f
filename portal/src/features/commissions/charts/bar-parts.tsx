import { formatCount } from '@corvane/shared/lib/counted';
import { useId } from 'react';
import { Bar, Rectangle, type RectangleProps } from 'recharts';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { STATUS_LABELS } from '../sale/status-labels.ts';
import type { BarDatum, BarUnit } from './bar-datum.ts';
import { roundTicks } from './round-ticks.ts';

/** Round ticks for the axis of these bars, from one end to the other. */
export function ticksOf(bars: readonly BarDatum[]): { ticks: number[]; domain: [number, number] } {
  const ends = bars.flatMap(({ kept, cancelled }) => [kept, cancelled, kept + cancelled]);
  const ticks = roundTicks(ends, { steps: 4, smallestStep: bars[0]?.unit === 'count' ? 1 : 0.1 });
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] };
}

const COMPACT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Without it, WebKit writes "$150.0K".
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** @example formatAxisDollars(12500) // '$12.5K' */
export function formatAxisDollars(dollars: number): string {
  return COMPACT.format(dollars).replace('-', '\u2212');
}

/** Formats a tick of the axis that these bars share. */
export function formatTick(bars: readonly BarDatum[]): (value: number) => string {
  return bars[0]?.unit === 'count' ? formatCount : formatAxisDollars;
}

/** An id for the hatching that is safe inside `url(#…)`. */
export function useHatchId(): string {
  return `portal-hatch-${useId().replace(/[^\w-]/g, '')}`;
}

export function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--surface)" />
        <rect width="2" height="5" fill="var(--data)" />
      </pattern>
    </defs>
  );
}

/** Labels along an axis. */
export const TICK = { fill: 'var(--muted)', fontSize: 12 };

/** The two parts of a bar, stacked. @param maxBarSize px */
export function StackedBars({ hatch, maxBarSize }: { hatch: string; maxBarSize: number }) {
  const shared = { stackId: 'all', isAnimationActive: false, maxBarSize, shape: BarShape };
  return (
    <>
      <Bar dataKey="kept" fill="var(--data)" {...shared} />
      <Bar dataKey="cancelled" fill={`url(#${hatch})`} stroke="var(--data)" {...shared} />
    </>
  );
}

function BarShape({ payload, ...shape }: RectangleProps & { payload?: BarDatum }) {
  if (!payload?.isPartial) return <Rectangle {...shape} />;
  return <Rectangle {...shape} fillOpacity={0.45} stroke="var(--data)" strokeDasharray="3 2" />;
}

function written(value: number, unit: BarUnit): string {
  return unit === 'count' ? formatCount(value) : formatSignedCents(Math.round(value * 100));
}

interface BarTooltipProps {
  active?: boolean;
  payload?: readonly { payload?: BarDatum }[];
}

/** The figures of the bar under the pointer, or of the bar chosen with the arrow keys. */
export function BarTooltip({ active, payload }: BarTooltipProps) {
  const datum = payload?.[0]?.payload;
  if (!active || datum === undefined) return null;
  return (
    <div className="rounded-control border border-control bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-raised">
      <p className="font-semibold">{datum.label}</p>
      <p className="tabular">
        {STATUS_LABELS.active} {written(datum.kept, datum.unit)}
      </p>
      <p className="tabular">
        {STATUS_LABELS.cancelled} {written(datum.cancelled, datum.unit)}
      </p>
    </div>
  );
}
