import { promiseOf } from '@corvane/shared/brand/contact-promises';
import type {
  ContactRequestChoices,
  RepForAssignment,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import type { SearchState } from '../../app/use-search-state.ts';
import { FilterBar, FilterChoice, ListSearch, optionsOf } from '../../ui/choices/filter-bar.tsx';
import { DayFields } from '../../ui/fields/day-fields.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { RequestsSearch } from './search.ts';
import { REQUEST_FORM_WORDS } from './words.tsx';

interface RequestFiltersProps {
  search: SearchState<RequestsSearch>;
  /** Values of stored requests. Undefined while they load, or when they failed. */
  choices: ContactRequestChoices | undefined;
  reps: readonly RepForAssignment[] | undefined;
}

/** Selects the requests to show. Beside the status, the three filters used most are in sight. The others are folded. */
export function RequestFilters({ search, choices, reps = [] }: RequestFiltersProps) {
  const { state, chosen, change, clear, clears } = search;
  const assignees = [
    { value: 'none', label: 'Not assigned' },
    { value: 'any', label: 'Anybody' },
    ...reps.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FilterBar
      foldsAlways
      bar={
        <>
          <ListSearch
            search={search}
            label="Search requests"
            placeholder="Name, email, company or phone"
            className="min-w-0 grow basis-full md:max-w-80 md:basis-52"
          />
          <FilterChoice
            label="Assigned to"
            all="All"
            value={state.assigned}
            options={assignees}
            onChange={(assigned) => change({ assigned })}
            className="grow basis-32 md:max-w-48"
          />
          <FilterChoice
            label="First answer"
            all="All"
            value={state.overdue ? 'overdue' : null}
            options={ANSWER_OPTIONS}
            onChange={(answer) => change({ overdue: answer !== null })}
            className="grow basis-32 md:max-w-48"
          />
        </>
      }
      foldedCount={chosen.filter((field) => !IN_SIGHT.includes(field)).length}
      onClear={chosen.length > 0 ? clear : null}
    >
      <FilterChoice
        label="Form"
        all="All forms"
        value={state.project_type}
        options={optionsOf(REQUEST_FORM_WORDS)}
        onChange={(form) => change({ project_type: form })}
      />
      <FilterChoice
        label="Source"
        all="All sources"
        value={state.source}
        options={asOptions(choices?.sources).map(({ value }) => ({
          value,
          label: promiseOf(value) ?? value,
        }))}
        onChange={(source) => change({ source })}
      />
      <FilterChoice
        label="Campaign"
        all="All campaigns"
        value={state.campaign}
        options={asOptions(choices?.campaigns)}
        onChange={(campaign) => change({ campaign })}
      />
      <FilterChoice
        label="Page before"
        all="All pages"
        value={state.page}
        options={asOptions(choices?.pages)}
        onChange={(page) => change({ page })}
      />
      <FilterChoice
        label="Mail to the team"
        all="All"
        value={state.unsent ? 'failed' : null}
        options={MAIL_OPTIONS}
        onChange={(mail) => change({ unsent: mail !== null })}
      />
      <SelectField
        label="Order"
        value={state.direction}
        options={ORDER_OPTIONS}
        onChange={(direction) => change({ direction })}
      />
      <DayFields key={clears} range={state} onChange={change} />
    </FilterBar>
  );
}

const IN_SIGHT: readonly (keyof RequestsSearch)[] = [
  'statuses',
  'quarantined',
  'search',
  'assigned',
  'overdue',
];
const ANSWER_OPTIONS = [{ value: 'overdue', label: 'Overdue' }];
const MAIL_OPTIONS = [{ value: 'failed', label: 'Failed' }];
const ORDER_OPTIONS = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
] as const;

function asOptions(values: readonly string[] = []) {
  return values.filter((value) => value !== '').map((value) => ({ value, label: value }));
}
