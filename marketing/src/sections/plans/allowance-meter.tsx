import type { Allowance } from '../../content/content-schemas.ts';
import { MeterScale } from './meter-scale.tsx';

interface AllowanceMeterProps {
  allowance: Allowance;
  /** End of the scale, the same on every plan. */
  max: number;
}

/** One allowance: its figure, and the same number of lit ticks on a scale that all plans share. */
export function AllowanceMeter({ allowance: { label, unit, perMonth }, max }: AllowanceMeterProps) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3 text-sm">
        <span>{label}</span>
        <span className="font-display text-lg leading-none font-semibold tabular">{perMonth}</span>
      </span>
      <MeterScale className="mt-1.5" ticks={max} lit={perMonth} />
      <span className="mt-1.5 block text-xs leading-4 text-muted">{unit}</span>
    </>
  );
}
