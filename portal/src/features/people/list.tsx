import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  type FoundPerson,
  PEOPLE_MOST,
  PEOPLE_SEARCH,
} from '@corvane/shared/contracts/backend/people/people';
import { formatCount } from '@corvane/shared/lib/counted';
import { EmptyState, Skeleton } from '@corvane/shared/ui/data-states';
import type { UseQueryResult } from '@tanstack/react-query';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { type Column, DataTable, RowName, TableSkeleton } from '../../ui/tables/data-table.tsx';
import { QueryState, Refreshing } from '../../ui/tables/query-state.tsx';
import { isSearchable } from './api.ts';

interface PeopleSearchProps {
  search: string;
  found: UseQueryResult<FoundPerson[]>;
  onSearch(search: string): void;
  onOpen(email: string): void;
}

/** Finds people in all stored data by part of their address or name. */
export function PeopleSearch({ search, found, onSearch, onOpen }: PeopleSearchProps) {
  return (
    <>
      <div className="md:max-w-96">
        <SearchField
          label="Search people"
          placeholder="Part of an address or a name"
          value={search}
          maxLength={SEARCH_MAX}
          onSearch={onSearch}
        />
      </div>
      <KeptFocus>
        <Results search={search} found={found} onOpen={onOpen} />
      </KeptFocus>
    </>
  );
}

function Results({ search, found, onOpen }: Omit<PeopleSearchProps, 'onSearch'>) {
  if (!isSearchable(search)) {
    return (
      <EmptyState title="Whose data do you look for?">{`Enter at least ${PEOPLE_SEARCH.least} characters of an address or a name. Customers, contact requests, codes and representatives are searched.`}</EmptyState>
    );
  }
  return (
    <QueryState
      query={found}
      what="the people"
      skeleton={
        <TableSkeleton rowCount={3} rowClassName="h-20 lg:h-[2.8125rem]">
          <Skeleton className="h-8 grow" />
          <Skeleton className="h-4 w-40 shrink-0 max-lg:hidden" />
        </TableSkeleton>
      }
      isEmpty={(people) => people.length === 0}
    >
      {(people) =>
        people.length === 0 ? (
          <EmptyState title="No people found.">
            No stored address or name contains this. A part of it may find more.
          </EmptyState>
        ) : (
          <Refreshing isOld={found.isPlaceholderData}>
            <DataTable
              caption="People found"
              columns={PEOPLE_COLUMNS}
              rows={people}
              idOf={({ email }) => email}
              opensIn="place"
              onOpen={({ email }) => onOpen(email)}
            />
            <p role="status" className="mt-3 tabular text-sm text-muted">
              {people.length < PEOPLE_MOST
                ? `${formatCount(people.length)} found`
                : `The first ${PEOPLE_MOST} by address are shown. Enter more to find others.`}
            </p>
          </Refreshing>
        )
      }
    </QueryState>
  );
}

const PEOPLE_COLUMNS: readonly Column<FoundPerson>[] = [
  {
    id: 'person',
    head: 'Person',
    opens: true,
    cell: ({ names, email }) => (
      <RowName of={[names.length === 0 ? '' : email]}>{names.join(', ') || email}</RowName>
    ),
  },
  {
    id: 'roles',
    head: 'Stored as',
    phoneLabel: 'Stored as',
    className: 'max-lg:col-span-2 lg:whitespace-nowrap',
    cell: ({ roles }) => <span>{roles.join(', ')}</span>,
  },
];
