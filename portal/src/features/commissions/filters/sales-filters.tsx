import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import type { BillingFrequency } from '@corvane/shared/contracts/backend/sales/billing-frequency';
import {
  COMMISSION_GROUPS,
  type CommissionGroup,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import { ChoiceMenu } from '../../../ui/choices/choice-menu.tsx';
import { FilterBar } from '../../../ui/choices/filter-bar.tsx';
import { PaperChoice } from '../../../ui/choices/paper-choice.tsx';
import { withChoice } from '../../../ui/choices/with-choice.ts';
import { DayField } from '../../../ui/fields/day-field.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { shortcutOf } from '../range/date-ranges.ts';
import { RangeChoice } from '../range/range-choice.tsx';
import { BILLING_LABELS } from '../sale/billing-labels.ts';
import { COMMISSION_WORDS } from '../sale/commission-words.ts';
import { STATUS_LABELS } from '../sale/status-labels.ts';
import { EVERYTHING, isChosen, type SalesView, type SalesViewChoice } from '../sales-view.ts';

interface SalesFiltersProps {
  view: SalesView;
  today: string;
  /** Every product that the rep ever sold. */
  products: readonly string[];
  /** `typing` marks one of many small steps. The back button skips those steps. */
  onChange(choice: SalesViewChoice, how?: 'typing'): void;
}

/** Selects the sales to show. On a phone, all filters except the ranges and the search are folded. */
export function SalesFilters({ view, today, products, onChange }: SalesFiltersProps) {
  return (
    <>
      <FilterBar
        bar={
          <>
            <RangeChoice range={view} today={today} onChoose={onChange} />
            <div className="w-44 grow md:min-w-52 md:max-w-80">
              <SearchField
                label="Search sales"
                placeholder="Name or product"
                value={view.search}
                maxLength={SEARCH_MAX}
                onSearch={(search) => onChange({ search }, 'typing')}
              />
            </div>
          </>
        }
        foldedCount={foldedFilterCount(view, today)}
        onClear={isChosen(view, today) ? () => onChange(EVERYTHING) : null}
      >
        <DayField
          label="From"
          value={view.from ?? ''}
          onChange={(day) => onChange(({ to }) => ({ from: day === '' ? null : day, to }))}
        />
        <DayField
          label="To"
          value={view.to ?? ''}
          onChange={(day) => onChange(({ from }) => ({ from, to: day === '' ? null : day }))}
        />
        <div className="max-md:col-span-2">
          <ChoiceMenu
            label="Product"
            allLabel="All products"
            options={products}
            chosen={view.products}
            onChange={(product, isChosen) =>
              onChange((now) => ({ products: withChoice(now.products, product, isChosen) }))
            }
          />
        </div>
        <SelectField
          label="Billing"
          value={view.billing ?? ANY}
          options={BILLING_OPTIONS}
          onChange={(billing) => onChange({ billing: billing === ANY ? null : billing })}
        />
        <SelectField
          label="Status"
          value={view.status ?? ANY}
          options={STATUS_OPTIONS}
          onChange={(status) => onChange({ status: status === ANY ? null : status })}
        />
        <SelectField
          label="Commission"
          className="max-md:col-span-2"
          value={view.commission ?? ANY}
          options={COMMISSION_OPTIONS}
          onChange={(group) => onChange({ commission: group === ANY ? null : group })}
        />
      </FilterBar>
      {/* The print header with the figures shows the dates. */}
      <PaperChoice
        chosen={[
          view.products.join(' or '),
          view.billing && BILLING_LABELS[view.billing],
          view.status && STATUS_LABELS[view.status],
          view.commission && COMMISSION_WORDS[view.commission].label,
          view.search && `"${view.search}"`,
        ]}
      />
    </>
  );
}

const ANY = 'any';

const BILLING_OPTIONS: readonly { value: BillingFrequency | typeof ANY; label: string }[] = [
  { value: ANY, label: 'All' },
  { value: 'monthly', label: BILLING_LABELS.monthly },
  { value: 'annual', label: BILLING_LABELS.annual },
];

const STATUS_OPTIONS = [
  { value: ANY, label: 'All' },
  { value: 'active', label: STATUS_LABELS.active },
  { value: 'cancelled', label: STATUS_LABELS.cancelled },
] as const;

const COMMISSION_OPTIONS: readonly { value: CommissionGroup | typeof ANY; label: string }[] = [
  { value: ANY, label: 'All' },
  ...COMMISSION_GROUPS.map((value) => ({ value, label: COMMISSION_WORDS[value].label })),
];

/** Does not count the ranges with a button, because those are not folded. */
function foldedFilterCount(view: SalesView, today: string): number {
  const { products, billing, status, commission } = view;
  const ownDays = shortcutOf(view, today) === undefined ? view : null;
  return [ownDays, products[0], billing, status, commission].filter((value) => value != null).length;
}
