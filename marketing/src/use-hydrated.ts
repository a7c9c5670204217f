import { useSyncExternalStore } from 'react';

const NOTHING_TO_WATCH = () => () => {};

/**
 * False in the prerendered page and during hydration, true afterwards. Use it for content that depends on the query
 * or needs scripts: the prerendered page is the same for all visitors.
 * Never in a page above its sections: React would hydrate all of them in one go.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NOTHING_TO_WATCH,
    () => true,
    () => false,
  );
}
