import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What happens with every navigation to another path. Before the first paint, text gets the downloaded faces that would
 * have moved a line of the page before (shared/src/first-paint/download-faces.js). Then the page scrolls to its top, and
 * the focus moves to the main part. So a keyboard user continues there, and a screen reader reads the new page. A page
 * that was opened for its plans scrolls by itself.
 */
export function useNextPage(): void {
  const { pathname, state } = useLocation();
  const isLedToPlans = asksForPlans(state);
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (shown.current !== pathname && dataset.faces === 'later') delete dataset.faces;
  }, [pathname]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isLedToPlans) return;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, isLedToPlans]);
}
