import type { CustomerStatus, CustomersPage } from '@corvane/shared/contracts/backend/customers';
import { formatCount } from '../../../lib/counted.ts';
import { STATUS_WORDS, STATUSES_IN_ORDER } from '../status/customer-status.tsx';

interface StatusFilterProps {
  /** undefined until they are known. */
  counts: CustomersPage['counts'] | undefined;
  selected: CustomerStatus | null;
  onSelect(status: CustomerStatus | null): void;
}

/** All customers, or one status. Each shows how many of the rep's customers have it, whatever the search. */
export function StatusFilter({ counts, selected, onSelect }: StatusFilterProps) {
  const all = counts === undefined ? undefined : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Status</legend>
      <div className="flex flex-wrap gap-2 md:gap-0 md:rounded-control md:border md:border-control md:bg-surface">
        <Choice label="All" count={all} pressed={selected === null} onPress={() => onSelect(null)} />
        {STATUSES_IN_ORDER.map((status) => (
          <Choice
            key={status}
            label={STATUS_WORDS[status].label}
            count={counts?.[status]}
            pressed={selected === status}
            onPress={() => onSelect(selected === status ? null : status)}
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
      {label} {/* Room for two digits, so that nothing moves when the count arrives. */}
      <span className="tabular inline-block min-w-[2ch] text-left opacity-80">
        {count === undefined ? '–' : formatCount(count)}
      </span>
    </button>
  );
}
