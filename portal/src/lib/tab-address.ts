import type { AddressChange } from './search-with.ts';

const PARAMETER = 'tab';

/** The tab that a query string names, or else the first. */
export function tabOf<Id extends string>(ids: readonly [Id, ...(readonly Id[])], search: string): Id {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return ids.find((id) => id === asked) ?? ids[0];
}

/** The address parameters for a tab. The first one is left out, and all other parameters stay. */
export function tabChange<Id extends string>(ids: readonly [Id, ...(readonly Id[])], tab: Id): AddressChange {
  return { [PARAMETER]: tab === ids[0] ? null : tab };
}
