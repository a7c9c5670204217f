import { useEffect, useRef } from 'react';
import { useHydrated } from '../../use-hydrated.ts';

/** Largest value that the server takes: a day. */
const LONGEST_MS = 86_400_000;

/**
 * Time that a form has been on screen, in whole milliseconds. Visitors can see and fill in a prerendered form
 * before this script runs, so its age is that of the page.
 */
export function useFormAge(): () => number {
  const isPrerendered = !useHydrated();
  const appearedAt = useRef(0);
  useEffect(() => {
    if (!isPrerendered) appearedAt.current = performance.now();
  }, []);
  return () => Math.min(LONGEST_MS, Math.round(performance.now() - appearedAt.current));
}
