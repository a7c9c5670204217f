import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { type RefObject, useEffect, useRef } from 'react';
import { useHost } from '../../host-context.tsx';

/**
 * Brings the plans into sight if the navigation asks for them, and focuses their heading once their prices have come:
 * by then the dialog that led here has given its focus back, and nothing moves any more.
 */
export function useHeadingInSight(hasPrices: boolean): RefObject<HTMLHeadingElement | null> {
  const { location, navigate } = useHost();
  const { pathname, search, hash, state } = location;
  const isAsked = asksForPlans(state);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isAsked) return;
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    if (!hasPrices) return;
    heading.current?.focus({ preventScroll: true });
    // Asked once: a reload, or the way back, leads to where one was.
    navigate(pathname + search + hash, { replace: true });
  }, [isAsked, hasPrices, navigate, pathname, search, hash]);
  return heading;
}
