import { useEffect, useRef } from 'react';
import { useHydrated } from '../../use-hydrated.ts';

/** Largest value that the server takes: a day. */
const LONGEST_MS = 86_400_000;

/**
 * How long a form has been on screen, in whole milliseconds. A prerendered one was there, and could be filled in,
 * before this script ran: its age is that of the page.
 */
export function useFormAge(): () => number {
  const isPrerendered = !useHydrated();
  const appearedAt = useRef(0);
  useEffect(() => {
    if (!isPrerendered) appearedAt.current = performance.now();
  }, []);
  return () => Math.min(LONGEST_MS, Math.round(performance.now() - appearedAt.current));
}
