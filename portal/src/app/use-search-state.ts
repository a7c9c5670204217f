import { useState } from 'react';
import { chosenFields, readSearch, type SearchSchema, searchWith } from '../lib/search-state.ts';
import { useHostServices } from './host-services-context.tsx';

/** A choice, or a function of the current address, which may be newer than the rendered one. */
type Choice<State> = Partial<State> | ((now: State) => Partial<State>);

export interface SearchState<State> {
  state: State;
  /** The fields that differ from those of an empty address. */
  chosen: readonly (keyof State)[];
  /** Puts fields into the address and keeps the rest of it. With `replace`, the back button skips what was before. */
  change(choice: Choice<State>, how?: 'replace'): void;
  /** Clears all fields. */
  clear(): void;
  /** How often they were cleared: as the key of a field, it also drops a text that is being typed. */
  clears: number;
}

/**
 * The address contains what the portal shows. People can share it, reload it and go back.
 * @param cleared what differs from an empty address once all is cleared
 */
export function useSearchState<State>(
  schema: SearchSchema<State>,
  cleared: Partial<State> = {},
): SearchState<State> {
  const { location, navigate } = useHostServices();
  const [clears, setClears] = useState(0);
  const state = readSearch(schema, location.search);

  function change(choice: Choice<State>, how?: 'replace') {
    // Read from the browser: a quick second change comes before the first is rendered, and must not undo it.
    const { search } = window.location;
    const chosen = typeof choice === 'function' ? choice(readSearch(schema, search)) : choice;
    const next = searchWith(schema, search, chosen);
    if (next === search) return;
    navigate(`${location.pathname}${next}${location.hash}`, {
      replace: how === 'replace',
      state: location.state,
    });
  }

  return {
    state,
    chosen: chosenFields(schema, state),
    change,
    clear() {
      setClears(clears + 1);
      change({ ...readSearch(schema, ''), ...cleared });
    },
    clears,
  };
}
