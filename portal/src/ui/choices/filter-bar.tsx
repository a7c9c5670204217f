import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { Button } from '@corvane/shared/ui/button';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { SearchState } from '../../app/use-search-state.ts';
import { SearchField } from '../fields/search-field.tsx';
import { SelectField } from '../fields/select-field.tsx';

interface ListSearchProps {
  search: Pick<SearchState<{ search: string | null }>, 'state' | 'change' | 'clears'>;
  label: string;
  placeholder: string;
  className?: string;
}

/** Searches a list. The address has the text. */
export function ListSearch(props: ListSearchProps) {
  const { search, className = 'min-w-0 grow basis-52 md:max-w-80', ...words } = props;
  const { state, change, clears } = search;
  return (
    <div className={className}>
      <SearchField
        key={clears}
        {...words}
        value={state.search ?? ''}
        maxLength={SEARCH_MAX}
        onSearch={(text) => change({ search: text }, 'replace')}
      />
    </div>
  );
}

/** @param onClear null: there is nothing to clear */
export function ClearAll({ onClear }: { onClear: (() => void) | null }) {
  return onClear === null ? null : (
    <Button variant="quiet" className="text-sm" onClick={onClear}>
      Clear all
    </Button>
  );
}

interface FilterBarProps {
  /** The part that is always visible: quick choices and the search. */
  bar: ReactElement;
  /** The number of active folded filters. */
  foldedCount: number;
  /** null: there is nothing to clear. */
  onClear: (() => void) | null;
  /** The other filters. On a phone they are folded. */
  children: ReactNode;
  /** Whether they are folded on a wide screen, too. */
  foldsAlways?: boolean;
}

/** Selects the content of a list. */
export function FilterBar({ bar, foldedCount, onClear, children, foldsAlways = false }: FilterBarProps) {
  const [unfolded, setUnfolded] = useState(false);
  const panelId = useId();
  return (
    <section aria-label="Filters" className="flex flex-col gap-3">
      <div className={`flex flex-wrap gap-2 md:gap-3 ${foldsAlways ? 'items-end' : 'items-center'}`}>
        {bar}
        <Button
          className={`text-sm ${foldsAlways ? '' : 'md:hidden'}`}
          aria-expanded={unfolded}
          aria-controls={panelId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {foldedCount === 0 ? 'More filters' : `More filters (${foldedCount})`}
        </Button>
        <ClearAll onClear={onClear} />
      </div>
      <div
        id={panelId}
        className={`grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6 print:hidden ${unfolded ? '' : foldsAlways ? 'hidden' : 'max-md:hidden'}`}
      >
        {children}
      </div>
    </section>
  );
}

interface PaperChoiceProps {
  /** The choice of each control in words. Nothing for a control without a restriction. */
  chosen: readonly (string | null | undefined)[];
}

/** Printed pages hide the controls, so this line shows their choices. */
export function PaperChoice({ chosen }: PaperChoiceProps) {
  const words = chosen.filter(Boolean);
  if (words.length === 0) return null;
  return <p className="hidden text-sm print:block">{`Only: ${words.join(', ')}`}</p>;
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** Label of the empty choice. */
  all: string;
  value: Value | null;
  options: readonly Option<Value>[];
  onChange(value: Value | null): void;
  className?: string;
}

/** One of the options, or all. An unknown value from the address stays listed, to be removed. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { all, value, options, onChange, ...field } = props;
  const isListed = value === null || options.some((option) => option.value === value);
  return (
    <SelectField<Value | ''>
      {...field}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...(isListed ? [] : [{ value, label: value }]), ...options]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

/** The values of a record of labels. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
