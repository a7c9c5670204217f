import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  REP_STATES,
  type RepState,
  type RepsFilter,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import { idInAddress } from '../../lib/id-in-address.ts';
import type { AddressChange } from '../../lib/search-with.ts';

/** Which representatives the list shows. */
export interface RepsView {
  /** null: all. */
  state: RepState | null;
  search: string;
}

export const EVERY_REP: RepsView = { state: null, search: '' };

/** Names of the parameters. Other tabs have their own. */
const PARAMETERS = { state: 'reps', search: 'rep-find', open: 'rep' } as const;

/** Reads the view from an address. Ignores invalid parameters. */
export function repsViewOf(search: string): RepsView {
  const parameters = new URLSearchParams(search);
  const text = parameters.get(PARAMETERS.search)?.trim() ?? '';
  return {
    state: REP_STATES.find((state) => state === parameters.get(PARAMETERS.state)) ?? null,
    search: text.length > SEARCH_MAX ? '' : text,
  };
}

/** The address parameters for a choice. Other parameters stay unchanged, and defaults are left out. */
export function repsViewChange(choice: Partial<RepsView>): AddressChange {
  return Object.fromEntries(
    Object.entries(choice).map(([field, value]) => [PARAMETERS[field as keyof RepsView], value]),
  );
}

/** The filter in the procedure's format. */
export function filterOf({ state, search }: RepsView): RepsFilter {
  return { state, search: search === '' ? null : search };
}

/** Whether a filter is active. */
export function isChosen({ state, search }: RepsView): boolean {
  return state !== null || search !== '';
}

/** The id of the open representative. null for none. */
export function openRepOf(search: string): string | null {
  return idInAddress(search, PARAMETERS.open);
}

export function openRepChange(id: string | null): AddressChange {
  return { [PARAMETERS.open]: id };
}
