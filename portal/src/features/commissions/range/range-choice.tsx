import { type DateRange, rangeShortcuts } from './date-ranges.ts';

interface RangeChoiceProps {
  range: DateRange;
  /** The calendar day from which the ranges are computed. */
  today: string;
  onChoose(range: DateRange): void;
}

/** The common ranges, one press each. The current one is marked. */
export function RangeChoice({ range, today, onChoose }: RangeChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Date range</legend>
      <div className="flex flex-wrap gap-2 md:gap-0 md:rounded-control md:border md:border-control md:bg-surface">
        {rangeShortcuts(today).map(({ id, label, from, to }) => (
          <button
            key={id}
            type="button"
            aria-pressed={from === range.from && to === range.to}
            onClick={() => onChoose({ from, to })}
            className="min-h-11 cursor-pointer rounded-control border border-control px-3 text-sm font-medium whitespace-nowrap text-ink hover:bg-sunken focus-visible:z-10 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper md:border-transparent"
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
