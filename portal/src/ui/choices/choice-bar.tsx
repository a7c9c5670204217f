import { formatCount } from '@corvane/shared/lib/counted';

interface ChoiceBarProps<Id extends string> {
  legend: string;
  options: readonly Id[];
  labelOf(option: Id): string;
  /** undefined until they are known. */
  counts: Readonly<Record<Id, number>> | undefined;
  /** Count of All. By default the sum of all options. */
  allCount?: number | undefined;
  /** null: all. */
  selected: Id | null;
  onSelect(option: Id | null): void;
}

/** All, or one of a few options. Each shows its count, ignoring the search. */
export function ChoiceBar<Id extends string>(props: ChoiceBarProps<Id>) {
  const { legend, options, labelOf, counts, selected, onSelect } = props;
  const sum = counts === undefined ? undefined : options.reduce((total, option) => total + counts[option], 0);
  const { allCount = sum } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-2 md:w-fit md:gap-0 md:rounded-control md:border md:border-control md:bg-surface">
        <Choice label="All" count={allCount} pressed={selected === null} onPress={() => onSelect(null)} />
        {options.map((option) => (
          <Choice
            key={option}
            label={labelOf(option)}
            count={counts?.[option]}
            pressed={selected === option}
            onPress={() => onSelect(selected === option ? null : option)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  count: number | undefined;
  pressed: boolean;
  onPress(): void;
}

function Choice({ label, count, pressed, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-11 cursor-pointer rounded-control border border-control px-3 text-sm font-medium text-ink hover:bg-sunken focus-visible:z-10 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper md:border-transparent"
    >
      <span>{label}</span> {/* Room for two digits, so that nothing moves when the count arrives. */}
      <span className="tabular inline-block min-w-[2ch] text-left opacity-80">
        {count === undefined ? '–' : formatCount(count)}
      </span>
    </button>
  );
}
