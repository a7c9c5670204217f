import { useSyncExternalStore } from 'react';

const NOTHING_TO_WATCH = () => () => {};

/**
 * False in the prerendered page and while it is being taken over, true from then on. For what depends on the query or
 * needs scripts: the prerendered page is the same for everybody.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NOTHING_TO_WATCH,
    () => true,
    () => false,
  );
}
