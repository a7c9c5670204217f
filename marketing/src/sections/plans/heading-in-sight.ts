import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { layOutAll } from '@corvane/shared/lib/lay-out-all';
import { type RefObject, useEffect } from 'react';
import { useHost } from '../../host-context.tsx';

interface HeadingInSightProps {
  heading: RefObject<HTMLElement | null>;
  /** Prices have arrived or are unavailable. */
  isSettled: boolean;
}

/**
 * If the navigation asks for the plans, scrolls to them and focuses their heading. It waits for the prices: by then
 * the dialog has returned its focus, and the layout is stable.
 */
export function HeadingInSight({ heading, isSettled }: HeadingInSightProps): null {
  const { location, navigate } = useHost();
  const { pathname, search, hash, state } = location;
  const isDue = isSettled && asksForPlans(state);

  useEffect(() => {
    if (!isDue) return;
    layOutAll();
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
    // Only once: a reload or the back button restores the earlier scroll position.
    navigate(pathname + search + hash, { replace: true });
  }, [isDue, heading, navigate, pathname, search, hash]);
  return null;
}
