import { useMemo, useSyncExternalStore } from 'react';

/**
 * Stands in for `use-sync-external-store/…/with-selector`, which the drawing library uses: that package is CommonJS and
 * would bring a copy of React of its own, and two copies cannot work on one page. See vite.config.ts.
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

/** Selects from each snapshot once, and hands out the selection before when the new one is equal to it. */
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
