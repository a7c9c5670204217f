import type { CustomersPage } from '@corvane/shared/contracts/backend/customers/customers';
import type { SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import type { ReactElement } from 'react';
import type { SearchState } from '../../app/use-search-state.ts';
import { ChoiceBar } from '../../ui/choices/choice-bar.tsx';
import { ClearAll, ListSearch, PaperChoice } from '../../ui/choices/filter-bar.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { type CustomersSearch, customersOn, ORDER_CHOICES, searchOfOrder } from './order.ts';
import { STATUS_WORDS, STATUSES_IN_ORDER } from './status.tsx';

interface CustomerFiltersProps {
  search: Omit<SearchState<CustomersSearch>, 'chosen'> & { chosen: readonly unknown[] };
  /** Customers per status. Undefined while they load. */
  counts: CustomersPage['counts'] | undefined;
  /** A further filter, with its choice in words. */
  further?: { field: ReactElement; chosen: string | null };
}

/** Selects the customers to show, and on a phone their order. */
export function CustomerFilters({ search, counts, further }: CustomerFiltersProps) {
  const { state, chosen, change, clear } = search;
  const status = state.statuses?.[0] ?? null;
  const { sort, direction } = customersOn(state);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-end gap-2 md:gap-3">
        <ChoiceBar
          legend="Status"
          options={STATUSES_IN_ORDER}
          labelOf={(status) => STATUS_WORDS[status].label}
          counts={counts}
          selected={status}
          onSelect={(status) => change({ statuses: status && [status] })}
        />
        <ListSearch search={search} label="Search customers" placeholder="Name, email or company" />
        {further?.field}
        <ClearAll onClear={chosen.length > 0 ? clear : null} />
        <SelectField
          label="Order"
          className="w-full lg:hidden"
          value={`${sort} ${direction}`}
          options={ORDER_CHOICES}
          onChange={(choice) => {
            const [by, way] = choice.split(' ') as [typeof sort, SortDirection];
            change(searchOfOrder(by, way));
          }}
        />
      </div>
      <PaperChoice
        chosen={[further?.chosen, status && STATUS_WORDS[status].label, state.search && `"${state.search}"`]}
      />
    </>
  );
}
