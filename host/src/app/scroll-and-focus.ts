import { asksForPlans } from '@corvane/shared/contracts/remote/access-link';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After every navigation to another path, scrolls to the top and moves the focus to the main part. So a keyboard user
 * continues there, and a screen reader reads the new page. A page that was opened for its plans scrolls by itself.
 */
export function useScrollAndFocus(): void {
  const { pathname, state } = useLocation();
  const isLedToPlans = asksForPlans(state);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isLedToPlans) return;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, isLedToPlans]);
}
