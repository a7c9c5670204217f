import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { type FoundPerson, PEOPLE_SEARCH } from '@corvane/shared/contracts/backend/people/people';
import { EmptyState, ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import type { UseQueryResult } from '@tanstack/react-query';
import { hasFailed } from '../../../lib/has-failed.ts';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Refreshing } from '../../../ui/tables/refreshing.tsx';
import { TableSkeleton } from '../../../ui/tables/table-skeleton.tsx';
import { isSearchable } from '../people.queries.ts';
import { PeopleTable } from './people-table.tsx';

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
      <EmptyState title="Whose data do you look for?">
        Enter at least {PEOPLE_SEARCH.least} characters of an address or a name. Customers, contact requests,
        codes and representatives are searched.
      </EmptyState>
    );
  }
  const isOldAndEmpty = found.isPlaceholderData && found.data?.length === 0;
  if ((found.isPending || isOldAndEmpty) && !hasFailed(found)) {
    return (
      <PendingRegion label="Loading the people">
        <TableSkeleton rowCount={3} headClassName="hidden lg:block" rowClassName="h-20 lg:h-[3.8125rem]">
          <Skeleton className="h-8 grow" />
          <Skeleton className="h-4 w-40 shrink-0 max-lg:hidden" />
        </TableSkeleton>
      </PendingRegion>
    );
  }
  if (found.data === undefined || hasFailed(found)) {
    return (
      <ErrorState
        title="Failed to load the people."
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  if (found.data.length === 0) {
    return (
      <EmptyState title="No people found.">
        No stored address or name contains this. A part of it may find more.
      </EmptyState>
    );
  }
  return (
    <Refreshing isOld={found.isPlaceholderData}>
      <PeopleTable people={found.data} onOpen={onOpen} />
    </Refreshing>
  );
}
