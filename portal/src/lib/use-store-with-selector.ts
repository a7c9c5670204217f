import { useMemo, useSyncExternalStore } from 'react';

/**
 * Replaces `use-sync-external-store/…/with-selector`, which the chart library uses. That package is CommonJS and
 * would add a second copy of React, and one page cannot use two copies. See vite.config.ts.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (listener: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot: (() => Snapshot) | null | undefined,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (a: Selection, b: Selection) => boolean = Object.is,
): Selection {
  const [getSelection, getServerSelection] = useMemo(() => {
    const select = keepingEqual(selector, isEqual);
    return [
      () => select(getSnapshot()),
      getServerSnapshot == null ? undefined : () => select(getServerSnapshot()),
    ] as const;
  }, [getSnapshot, getServerSnapshot, selector, isEqual]);
  return useSyncExternalStore(subscribe, getSelection, getServerSelection);
}

/** Selects once from each snapshot. If the new selection equals the previous one, it returns the previous one. */
function keepingEqual<Snapshot, Selection>(
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (a: Selection, b: Selection) => boolean,
): (snapshot: Snapshot) => Selection {
  let last: { snapshot: Snapshot; selection: Selection } | null = null;
  return (snapshot) => {
    if (last !== null && Object.is(last.snapshot, snapshot)) return last.selection;
    const selection = selector(snapshot);
    last = {
      snapshot,
      selection: last !== null && isEqual(last.selection, selection) ? last.selection : selection,
    };
    return last.selection;
  };
}
