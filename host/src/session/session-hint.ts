import { REP_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { useEffect } from 'react';

/**
 * Removes the attributes that shared/src/first-paint/hint-session.js set before the first paint. It does so once the
 * session is known, in the same commit that shows the right page.
 */
export function useSessionHint(status: Session['status']): void {
  useEffect(() => {
    const page = document.documentElement;
    if (status !== 'restoring') delete page.dataset.session;
    if (status === 'anonymous' || status === 'customer') page.removeAttribute(REP_THEME_ATTRIBUTE);
  }, [status]);
}
