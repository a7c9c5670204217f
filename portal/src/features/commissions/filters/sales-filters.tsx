import type { BillingFrequency } from '@corvane/shared/contracts/backend/billing-frequency';
import { SALES_FILTER_LIMITS } from '@corvane/shared/contracts/backend/sales-filter';
import { Button } from '@corvane/shared/ui/button';
import { useId, useState } from 'react';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { withChoice } from '../../../ui/with-choice.ts';
import { EVERYTHING, isEverything, type SalesView, type SalesViewChoice } from '../sales-view.ts';
import { RangeChoice } from './range-choice.tsx';

interface SalesFiltersProps {
  view: SalesView;
  today: string;
  /** Every product that the rep ever sold. */
  products: readonly string[];
  /** `typing`: one of many small steps, which the back button need not go through. */
  onChange(choice: SalesViewChoice, how?: 'typing'): void;
}

/** What is shown below. On a phone, all but the ranges and the search fold away. */
export function SalesFilters({ view, today, products, onChange }: SalesFiltersProps) {
  const [unfolded, setUnfolded] = useState(false);
  const panelId = useId();
  const foldedCount = foldedFilterCount(view);
  return (
    <section aria-label="Filters" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 md:gap-3">
        <RangeChoice range={view} today={today} onChoose={onChange} />
        <div className="min-w-52 grow md:max-w-80">
          <SearchField
            label="Search sales"
            placeholder="Customer, company or product"
            value={view.search}
            maxLength={SALES_FILTER_LIMITS.search}
            onSearch={(search) => onChange({ search }, 'typing')}
          />
        </div>
        <Button
          className="text-sm max-md:grow md:hidden"
          aria-expanded={unfolded}
          aria-controls={panelId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {foldedCount === 0 ? 'More filters' : `More filters (${foldedCount})`}
        </Button>
        {isEverything(view) ? null : (
          <Button variant="quiet" className="text-sm" onClick={() => onChange(EVERYTHING)}>
            Clear all
          </Button>
        )}
      </div>
      <div
        id={panelId}
        className={`grid grid-cols-2 gap-3 md:grid-cols-5 ${unfolded ? '' : 'max-md:hidden'}`}
      >
        <DayField
          label="From"
          value={view.from ?? ''}
          onChange={(day) => onChange({ from: day === '' ? null : day })}
        />
        <DayField
          label="To"
          value={view.to ?? ''}
          onChange={(day) => onChange({ to: day === '' ? null : day })}
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
      </div>
    </section>
  );
}

const ANY = 'any';

const BILLING_OPTIONS: readonly { value: BillingFrequency | typeof ANY; label: string }[] = [
  { value: ANY, label: 'All' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
];

const STATUS_OPTIONS = [
  { value: ANY, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

function foldedFilterCount({ from, to, products, billing, status }: SalesView): number {
  return [from ?? to, products[0], billing, status].filter((value) => value != null).length;
}
