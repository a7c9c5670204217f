import { FORM_AGE_MAX_MS } from '@corvane/shared/contracts/backend/browser-limits';
import { useEffect, useRef } from 'react';
import { useHydrated } from '../../use-hydrated.ts';

/**
 * How long a form has been on screen, in whole milliseconds. Visitors can fill in a prerendered form before this
 * script runs, so its age is the age of the page.
 */
export function useFormAge(): () => number {
  const isPrerendered = !useHydrated();
  const appearedAt = useRef(0);
  useEffect(() => {
    if (!isPrerendered) appearedAt.current = performance.now();
  }, []);
  return () => Math.min(FORM_AGE_MAX_MS, Math.round(performance.now() - appearedAt.current));
}
