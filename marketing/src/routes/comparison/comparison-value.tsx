import type { ComparisonCell, ComparisonTableContent } from '../../content/comparison/comparison-schemas.ts';
import { MeterScale } from '../../sections/plans/meter-scale.tsx';

type Words = Pick<ComparisonTableContent, 'yes' | 'no' | 'max'>;

interface ComparisonValueProps extends Words {
  value: Exclude<ComparisonCell, string>;
}

/** One value without words: a figure with its meter, a tick, a cross or a dash, with text for screen readers. */
export function ComparisonValue({ value, yes, no, max }: ComparisonValueProps) {
  if (typeof value === 'number') {
    return (
      <>
        <span className="font-display text-xl leading-none font-semibold tabular">{value}</span>
        <MeterScale ticks={max} lit={value} className="mt-2" />
      </>
    );
  }
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        // The mark begins where the words of other cells do.
        className={`-ml-1 size-5 ${value === true ? 'text-teal' : 'text-control'}`}
        fill="none"
      >
        <path d={markOf(value)} stroke="currentColor" strokeWidth={value === true ? 2.5 : 2} />
      </svg>
      <span className="sr-only">{value === true ? yes : no}</span>
    </>
  );
}

/** A tick for a yes, a cross for a no, a dash for none. */
function markOf(value: boolean | null): string {
  if (value === null) return 'M5 10h10';
  return value ? 'm3.5 10.5 4.5 4.5 8.5-10' : 'm5 5 10 10M15 5 5 15';
}
