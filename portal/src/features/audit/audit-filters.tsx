import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/operations/audit-trail';
import type { ReactNode } from 'react';
import { FilterBar } from '../../ui/choices/filter-bar.tsx';
import { DayField } from '../../ui/fields/day-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { type AuditView, foldedFilterCount, isChosen, WHOLE_TRAIL } from './audit-view.ts';

const EVENT_OPTIONS = [
  { value: '', label: 'All events' },
  ...AUDIT_EVENTS.map((value) => ({ value, label: AUDIT_EVENT_WORDS[value] })),
];

interface AuditFiltersProps {
  view: AuditView;
  /** Shows the events of one person. */
  personSearch: ReactNode;
  onChange(choice: Partial<AuditView>): void;
}

/** Selects the events to show. On a phone, all filters except the person are folded. */
export function AuditFilters({ view, personSearch, onChange }: AuditFiltersProps) {
  return (
    <FilterBar
      bar={personSearch}
      foldedCount={foldedFilterCount(view)}
      onClear={isChosen(view) ? () => onChange(WHOLE_TRAIL) : null}
    >
      <SelectField
        label="Event"
        className="col-span-2 md:col-span-1 lg:col-span-2"
        value={view.event ?? ''}
        options={EVENT_OPTIONS}
        onChange={(event) => onChange({ event: AUDIT_EVENTS.find((known) => known === event) ?? null })}
      />
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
    </FilterBar>
  );
}
