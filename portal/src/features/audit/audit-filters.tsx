import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/operations/audit-trail';
import type { ReactNode } from 'react';
import type { SearchState } from '../../app/use-search-state.ts';
import { FilterBar } from '../../ui/choices/filter-bar.tsx';
import { DayFields } from '../../ui/fields/day-fields.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { AuditFilter } from './audit-queries.ts';

const EVENT_OPTIONS = [
  { value: '', label: 'All events' },
  ...AUDIT_EVENTS.map((value) => ({ value, label: AUDIT_EVENT_WORDS[value] })),
];

interface AuditFiltersProps {
  filter: SearchState<AuditFilter>;
  /** Shows the events of one person. */
  personSearch: ReactNode;
}

/** Selects the events to show. On a phone, all filters except the person are folded. */
export function AuditFilters({ filter, personSearch }: AuditFiltersProps) {
  const { state, chosen, change, clear, clears } = filter;
  return (
    <FilterBar
      bar={personSearch}
      foldedCount={chosen.filter((field) => field !== 'person').length}
      onClear={chosen.length > 0 ? clear : null}
    >
      <SelectField
        label="Event"
        className="col-span-2 md:col-span-1 lg:col-span-2"
        value={state.event ?? ''}
        options={EVENT_OPTIONS}
        onChange={(event) => change({ event: AUDIT_EVENTS.find((known) => known === event) ?? null })}
      />
      <DayFields key={clears} range={state} onChange={change} />
    </FilterBar>
  );
}
