import type { AddressChange } from './search-with.ts';

const PARAMETER = 'tab';

/** The tab in a query string, or the first tab. */
export function tabOf<Id extends string>(ids: readonly [Id, ...(readonly Id[])], search: string): Id {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return ids.find((id) => id === asked) ?? ids[0];
}

/** The address parameters for a tab. The first tab is left out, and all other parameters stay. */
export function tabChange<Id extends string>(ids: readonly [Id, ...(readonly Id[])], tab: Id): AddressChange {
  return { [PARAMETER]: tab === ids[0] ? null : tab };
}
