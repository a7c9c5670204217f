import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The newest version of a function that every render makes again, as a function that stays the same. A memoized child
 * then renders only when its data change. For handlers: while rendering, it may still be the version before.
 */
export function useNewest<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
