import { COMMISSION_GROUPS } from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { SearchState } from '../../app/use-search-state.ts';
import { ChoiceMenu, withChoice } from '../../ui/choices/choice-menu.tsx';
import { FilterBar, FilterChoice, ListSearch, optionsOf, PaperChoice } from '../../ui/choices/filter-bar.tsx';
import { DayFields } from '../../ui/fields/day-fields.tsx';
import { type DateRange, type SalesSearch, type SalesView, salesOn, searchOfDays } from './search.ts';
import {
  BILLING_LABELS,
  COMMISSION_WORDS,
  isChosen,
  rangeShortcuts,
  STATUS_LABELS,
  shortcutOf,
} from './words.ts';

interface SalesFiltersProps {
  search: SearchState<SalesSearch>;
  /** The same sales, as the procedures take them. */
  view: SalesView;
  today: string;
  /** Every product that the rep ever sold. */
  products: readonly string[];
}

/** Selects the sales to show. On a phone, all filters except the ranges and the search are folded. */
export function SalesFilters({ search, view, today, products }: SalesFiltersProps) {
  const { chosen, change, clear, clears } = search;
  const { filter } = view;
  const billing = filter.billing_frequencies?.[0];
  const status = filter.statuses?.[0];
  const group = filter.commission_groups?.[0];
  return (
    <>
      <FilterBar
        bar={
          <>
            <RangeChoice
              range={filter}
              today={today}
              onChoose={(range) => change(searchOfDays(range, today))}
            />
            <ListSearch
              search={search}
              label="Search sales"
              placeholder="Name or product"
              className="w-44 grow md:min-w-52 md:max-w-80"
            />
          </>
        }
        foldedCount={
          chosen.filter((field) => FOLDED.includes(field)).length +
          (shortcutOf(filter, today) === undefined ? 1 : 0)
        }
        onClear={isChosen(view, today) ? clear : null}
      >
        <DayFields
          key={clears}
          range={filter}
          onChange={(day) => change((now) => searchOfDays({ ...salesOn(today, now).filter, ...day }, today))}
        />
        <div className="max-md:col-span-2">
          <ChoiceMenu
            label="Product"
            allLabel="All products"
            options={products}
            chosen={filter.products ?? []}
            onChange={(product, isChosen) =>
              change((now) => ({ products: withChoice(now.products ?? [], product, isChosen) }))
            }
          />
        </div>
        <FilterChoice
          label="Billing"
          all="All"
          value={billing ?? null}
          options={optionsOf(BILLING_LABELS)}
          onChange={(value) => change({ billing_frequencies: value && [value] })}
        />
        <FilterChoice
          label="Status"
          all="All"
          value={status ?? null}
          options={optionsOf(STATUS_LABELS)}
          onChange={(value) => change({ statuses: value && [value] })}
        />
        <FilterChoice
          label="Commission"
          all="All"
          className="max-md:col-span-2"
          value={group ?? null}
          options={COMMISSION_OPTIONS}
          onChange={(value) => change({ commission_groups: value && [value] })}
        />
      </FilterBar>
      {/* The print header with the figures shows the dates. */}
      <PaperChoice
        chosen={[
          filter.products?.join(' or '),
          billing && BILLING_LABELS[billing],
          status && STATUS_LABELS[status],
          group && COMMISSION_WORDS[group].label,
          filter.search && `"${filter.search}"`,
        ]}
      />
    </>
  );
}

/** The days are folded, too. Ranges with a button are not counted. */
const FOLDED: readonly (keyof SalesSearch)[] = [
  'products',
  'billing_frequencies',
  'statuses',
  'commission_groups',
];

const COMMISSION_OPTIONS = COMMISSION_GROUPS.map((value) => ({
  value,
  label: COMMISSION_WORDS[value].label,
}));

interface RangeChoiceProps {
  range: DateRange;
  /** The calendar day from which the ranges are computed. */
  today: string;
  onChoose(range: DateRange): void;
}

/** The common ranges, one press each. The current one is marked. */
function RangeChoice({ range, today, onChoose }: RangeChoiceProps) {
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
