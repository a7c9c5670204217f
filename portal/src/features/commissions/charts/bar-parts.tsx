import type { SalesSums } from '@corvane/shared/contracts/backend/sales-dashboard';
import { useId } from 'react';
import { Bar } from 'recharts';
import { formatSignedCents } from '../../../ui/signed-cents.tsx';

/** One bar: what remains is filled, what was cancelled is hatched, so that color is not needed to tell them apart. */
export interface BarDatum {
  label: string;
  /** US dollars. */
  kept: number;
  cancelled: number;
}

export type Measure = 'sales' | 'commission';

export function barOf(label: string, sums: SalesSums, measure: Measure): BarDatum {
  const [all, kept] =
    measure === 'sales'
      ? [sums.salesCents, sums.netSalesCents]
      : [sums.commissionCents, sums.netCommissionCents];
  return { label, kept: kept / 100, cancelled: (all - kept) / 100 };
}

const COMPACT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** @example formatAxisDollars(12500) // '$12.5K' */
export function formatAxisDollars(dollars: number): string {
  return COMPACT.format(dollars).replace('-', '\u2212');
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

/** Both parts of a bar, one on the other. @param maxBarSize px */
export function StackedBars({ hatch, maxBarSize }: { hatch: string; maxBarSize: number }) {
  const shared = { stackId: 'all', isAnimationActive: false, maxBarSize };
  return (
    <>
      <Bar dataKey="kept" fill="var(--data)" {...shared} />
      <Bar dataKey="cancelled" fill={`url(#${hatch})`} stroke="var(--data)" {...shared} />
    </>
  );
}

interface BarTooltipProps {
  active?: boolean;
  payload?: readonly { payload?: BarDatum }[];
}

/** What the pointer, or the arrow keys, are at. */
export function BarTooltip({ active, payload }: BarTooltipProps) {
  const datum = payload?.[0]?.payload;
  if (!active || datum === undefined) return null;
  return (
    <div className="rounded-control border border-control bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-raised">
      <p className="font-semibold">{datum.label}</p>
      <p className="tabular">Not cancelled {formatSignedCents(Math.round(datum.kept * 100))}</p>
      <p className="tabular">Cancelled {formatSignedCents(Math.round(datum.cancelled * 100))}</p>
    </div>
  );
}
