import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { AUDIT_EVENTS, type AuditPerson } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import type { SearchState } from '../../app/use-search-state.ts';
import { FilterBar, FilterChoice } from '../../ui/choices/filter-bar.tsx';
import { DayFields } from '../../ui/fields/day-fields.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { auditPeopleQuery } from './api.ts';
import type { AuditSearch } from './search.ts';

const EVENT_OPTIONS = AUDIT_EVENTS.map((value) => ({ value, label: AUDIT_EVENT_WORDS[value] }));

interface AuditFiltersProps {
  filter: SearchState<AuditSearch>;
  /** The chosen person. null while unknown, or if the person was erased. */
  person: AuditPerson | null;
}

/** Selects the events to show. On a phone, all filters except the person are folded. */
export function AuditFilters({ filter, person }: AuditFiltersProps) {
  const { state, chosen, change, clear, clears } = filter;
  return (
    <FilterBar
      bar={
        <PersonSearch
          key={clears}
          chosen={state.person}
          person={person}
          onChoose={(id) => change({ person: id })}
        />
      }
      foldedCount={chosen.filter((field) => field !== 'person').length}
      onClear={chosen.length > 0 ? clear : null}
    >
      <FilterChoice
        label="Event"
        all="All events"
        className="col-span-2 md:col-span-1 lg:col-span-2"
        value={state.event}
        options={EVENT_OPTIONS}
        onChange={(event) => change({ event })}
      />
      <DayFields key={clears} range={state} onChange={change} />
    </FilterBar>
  );
}

interface PersonSearchProps extends Omit<AuditFiltersProps, 'filter'> {
  /** null: events of all people. */
  chosen: string | null;
  onChoose(id: string | null): void;
}

/** Finds a person by name or address, and chooses them by id. */
function PersonSearch({ chosen, person, onChoose }: PersonSearchProps) {
  const [search, setSearch] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const hasChosen = useRef(false);
  useEffect(() => {
    // The pressed button has disappeared. The chosen person takes the focus.
    if (hasChosen.current) frame.current?.querySelector<HTMLElement>('button, input')?.focus();
    hasChosen.current = false;
  });
  function choose(id: string | null) {
    hasChosen.current = true;
    setSearch('');
    onChoose(id);
  }
  return (
    <div ref={frame} className="flex min-w-0 grow flex-col gap-2">
      {chosen === null ? (
        <div className="md:max-w-96">
          <SearchField
            label="Search for a person"
            placeholder="Name or email of a person"
            value={search}
            maxLength={SEARCH_MAX}
            onSearch={setSearch}
          />
        </div>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <span className="wrap-anywhere">
            <span className="text-muted">Lines of </span>
            <span className="font-medium">{person === null ? 'one person' : nameOf(person)}</span>
            {person === null || person.name === '' ? null : (
              <span className="text-muted">{` ${person.email}`}</span>
            )}
          </span>
          <Button variant="quiet" className="-ml-3 text-sm" onClick={() => choose(null)}>
            Everybody
          </Button>
        </p>
      )}
      {chosen === null && search !== '' ? <PeopleFound search={search} onChoose={choose} /> : null}
    </div>
  );
}

function PeopleFound({ search, onChoose }: { search: string; onChoose(id: string): void }) {
  const { api } = useHostServices();
  const people = useQuery(auditPeopleQuery(api, search));
  return (
    <QueryState query={people} what="people" skeleton="h-11 md:max-w-96">
      {(found) => (
        <div>
          <p role="status" className="text-sm text-muted">
            {found.length === 0
              ? 'No representative or customer has this in their name or email.'
              : `${found.length === 1 ? '1 person' : `${found.length} people`} found. Choose one:`}
          </p>
          <ul className="mt-2 flex flex-col gap-2 md:flex-row md:flex-wrap">
            {found.map((person) => (
              <li key={person.id}>
                <Button
                  className="w-full flex-wrap justify-start! gap-x-2! gap-y-0! text-left! text-sm"
                  onClick={() => onChoose(person.id)}
                >
                  <span className="wrap-anywhere">{nameOf(person)}</span>
                  <span className="font-normal text-muted wrap-anywhere">
                    {person.name === '' ? person.kind : `${person.email}, ${person.kind}`}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </QueryState>
  );
}

function nameOf({ name, email }: AuditPerson): string {
  return name || email;
}
