import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { layOutAll } from '@corvane/shared/lib/lay-out-all';
import { type RefObject, useEffect } from 'react';
import { useHost } from '../../host-context.tsx';

interface HeadingInSightProps {
  heading: RefObject<HTMLElement | null>;
  /** Prices came, or cannot be had. */
  isSettled: boolean;
}

/**
 * Brings the plans into sight and focuses their heading, if the navigation asks for them. It waits for the prices: by
 * then the dialog that led here has given its focus back, and nothing moves any more.
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
    // Asked once: a reload, or the way back, leads to where one was.
    navigate(pathname + search + hash, { replace: true });
  }, [isDue, heading, navigate, pathname, search, hash]);
  return null;
}
