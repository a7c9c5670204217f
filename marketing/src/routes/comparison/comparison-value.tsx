import type { ComparisonCell, ComparisonTableContent } from '../../content/comparison-schemas.ts';
import { MeterScale } from '../../sections/plans/meter-scale.tsx';

type Words = Pick<ComparisonTableContent, 'yes' | 'no' | 'max'>;

/** One value: a figure with its meter, a word, a tick or a dash. A screen reader reads what is drawn. */
export function ComparisonValue({ value, yes, no, max }: Words & { value: ComparisonCell }) {
  if (typeof value === 'number') {
    return (
      <>
        <span className="font-display text-xl leading-none font-semibold tabular">{value}</span>
        <MeterScale ticks={max} lit={value} className="mt-2" />
      </>
    );
  }
  if (typeof value === 'string') return value;
  return value === true ? (
    <>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 text-teal" fill="none">
        <path d="m3.5 10.5 4.5 4.5 8.5-10" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      <span className="sr-only">{yes}</span>
    </>
  ) : (
    <>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 text-control" fill="none">
        <path d="M5 10h10" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="sr-only">{no}</span>
    </>
  );
}
