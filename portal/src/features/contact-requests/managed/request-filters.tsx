import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  CONTACT_FORMS,
  type ContactRequestChoices,
  type RepForAssignment,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { FilterBar } from '../../../ui/choices/filter-bar.tsx';
import { DayField } from '../../../ui/fields/day-field.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { REQUEST_FORM_WORDS } from '../status/request-form-words.ts';
import { EVERY_REQUEST, foldedFilterCount, isChosen, type RequestsView } from './managed-requests-view.ts';

interface RequestFiltersProps {
  view: RequestsView;
  /** Values of stored requests. Undefined while they load, or when they failed. */
  choices: ContactRequestChoices | undefined;
  reps: readonly RepForAssignment[] | undefined;
  /** `typing` marks one of many small steps. The back button skips those steps. */
  onChange(choice: Partial<RequestsView>, how?: 'typing'): void;
}

/** Selects the requests to show. On a phone, all filters except the search are folded. */
export function RequestFilters({ view, choices, reps = [], onChange }: RequestFiltersProps) {
  const assignees = [
    { value: 'none', label: 'Not assigned' },
    { value: 'any', label: 'Anybody' },
    ...reps.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FilterBar
      bar={
        <div className="min-w-0 grow basis-52 md:max-w-80">
          <SearchField
            label="Search requests"
            placeholder="Name, email, company or phone"
            value={view.search}
            maxLength={SEARCH_MAX}
            onSearch={(search) => onChange({ search }, 'typing')}
          />
        </div>
      }
      foldedCount={foldedFilterCount(view)}
      onClear={isChosen(view) ? () => onChange(EVERY_REQUEST) : null}
    >
      <Choice
        label="Assigned to"
        all="All"
        value={view.assigned}
        options={assignees}
        onChange={(assigned) => onChange({ assigned })}
      />
      <Choice
        label="Form"
        all="All forms"
        value={view.form}
        options={FORM_OPTIONS}
        onChange={(form) => onChange({ form: CONTACT_FORMS.find((known) => known === form) ?? null })}
      />
      <Choice
        label="Source"
        all="All sources"
        value={view.source}
        options={asOptions(choices?.sources).map(({ value }) => ({
          value,
          label: promiseOf(value) ?? value,
        }))}
        onChange={(source) => onChange({ source })}
      />
      <Choice
        label="Campaign"
        all="All campaigns"
        value={view.campaign}
        options={asOptions(choices?.campaigns)}
        onChange={(campaign) => onChange({ campaign })}
      />
      <Choice
        label="Page before"
        all="All pages"
        value={view.page}
        options={asOptions(choices?.pages)}
        onChange={(page) => onChange({ page })}
      />
      <Choice
        label="Mail to the team"
        all="All"
        value={view.mail}
        options={MAIL_OPTIONS}
        onChange={(mail) => onChange({ mail: mail === 'failed' ? mail : null })}
      />
      <SelectField
        label="Order"
        value={view.direction}
        options={ORDER_OPTIONS}
        onChange={(direction) => onChange({ direction })}
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

const FORM_OPTIONS = CONTACT_FORMS.map((value) => ({ value, label: REQUEST_FORM_WORDS[value] }));
const MAIL_OPTIONS = [{ value: 'failed', label: 'Failed' }];
const ORDER_OPTIONS = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
] as const;

function asOptions(values: readonly string[] = []) {
  return values.filter((value) => value !== '').map((value) => ({ value, label: value }));
}

interface ChoiceProps {
  label: string;
  /** Label of the empty choice. */
  all: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange(value: string | null): void;
}

/**
 * One of the options, or all. A value from the address that is not an option stays listed, so people can remove
 * it.
 */
function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const isListed = value === null || options.some((option) => option.value === value);
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: all },
        ...(isListed ? [] : [{ value: value ?? '', label: value ?? '' }]),
        ...options,
      ]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
