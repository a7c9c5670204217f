import { createContext, useContext } from 'react';

/**
 * Whether the tab around a part is shown. What is hidden keeps what was typed, and its dialogs are hidden with it. It
 * does not reload and hears no shortcut. Not React's `Activity`: docs/decisions/0017-own-parts-and-libraries.md.
 */
export const Shown = createContext(true);

export function useShown(): boolean {
  return useContext(Shown);
}

/** A query that reloads by itself, but only while it is shown. */
export function useReloading<Query extends { refetchInterval?: unknown }>(query: Query): Query {
  return useShown() ? query : { ...query, refetchInterval: false };
}
