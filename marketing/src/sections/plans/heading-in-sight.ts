import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { type RefObject, useEffect, useRef } from 'react';
import { useHost } from '../../host-context.tsx';

interface HeadingInSightProps {
  heading: RefObject<HTMLElement | null>;
  /** Prices have arrived or are unavailable. */
  isSettled: boolean;
}

/**
 * If the navigation asks for the plans, scrolls to them and focuses their heading. It waits for the prices: by then
 * the dialog has returned its focus, and the layout is stable. A person who has gone on by then is left alone: the
 * focus would close what they have opened.
 */
export function HeadingInSight({ heading, isSettled }: HeadingInSightProps): null {
  const { location, navigate } = useHost();
  const { pathname, search, hash, state } = location;
  const isAsked = asksForPlans(state);
  const isDue = isSettled && isAsked;
  const hasGoneOn = useRef(false);

  useEffect(() => {
    if (!isAsked) return;
    hasGoneOn.current = false;
    const watch = new AbortController();
    const onGoingOn = () => {
      hasGoneOn.current = true;
    };
    for (const type of ['pointerdown', 'keydown', 'wheel']) {
      document.addEventListener(type, onGoingOn, { passive: true, signal: watch.signal });
    }
    return () => watch.abort();
  }, [isAsked]);

  useEffect(() => {
    // The router keeps there what the latest navigation passed. After a press on the page before, that is another one.
    if (!isDue || !asksForPlans(window.history.state?.usr)) return;
    if (!hasGoneOn.current) {
      layOutAll();
      heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
    // Only once: a reload or the back button restores the earlier scroll position.
    navigate(pathname + search + hash, { replace: true });
  }, [isDue, heading, navigate, pathname, search, hash]);
  return null;
}
